//! Sorted runs in temporary files, for an external merge sort.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::tally::Count;

/// Maximum number of open files; then they are merged into one.
const MAX_RUNS: usize = 64;
/// Size of a count in a file, in bytes.
const SIZE: usize = 18;

pub(crate) struct Runs {
    folder: PathBuf,
    runs: Vec<Run>,
}

impl Runs {
    pub(crate) fn new(folder: &Path) -> Runs {
        Runs { folder: folder.to_owned(), runs: Vec::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Writes a sorted run.
    pub(crate) fn spill(&mut self, counts: &[Count]) -> io::Result<()> {
        if self.runs.len() == MAX_RUNS {
            let mut all = RunWriter::new(&self.folder)?;
            merge(std::mem::take(&mut self.runs), &mut |count| all.write(&count))?;
            self.runs.push(all.finish()?);
        }
        let mut run = RunWriter::new(&self.folder)?;
        counts.iter().try_for_each(|count| run.write(count))?;
        self.runs.push(run.finish()?);
        Ok(())
    }

    /// Merges all runs: every move once, sorted.
    pub(crate) fn merge(self, emit: &mut impl FnMut(Count) -> io::Result<()>) -> io::Result<()> {
        merge(self.runs, emit)
    }
}

fn merge(runs: Vec<Run>, emit: &mut impl FnMut(Count) -> io::Result<()>) -> io::Result<()> {
    let mut runs = runs;
    let mut heads = BinaryHeap::new();
    for (index, run) in runs.iter_mut().enumerate() {
        heads.extend(run.next()?.map(|count| Reverse((count.place(), index, count.games, count.score))));
    }
    let mut sum: Option<Count> = None;
    while let Some(Reverse(((key, mv), index, games, score))) = heads.pop() {
        let count = Count { key, score, games, mv };
        match &mut sum {
            Some(sum) if sum.place() == count.place() => sum.merge_count(&count),
            _ => {
                if let Some(done) = sum.replace(count) {
                    emit(done)?;
                }
            }
        }
        heads.extend(
            runs[index].next()?.map(|count| Reverse((count.place(), index, count.games, count.score))),
        );
    }
    sum.map_or(Ok(()), emit)
}

/// A temporary file with a unique name, removed on drop.
struct TempFile(PathBuf);

impl TempFile {
    fn create(folder: &Path) -> io::Result<(TempFile, File)> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".tabiya-{}-{number}.run", std::process::id()));
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((TempFile(path), file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

struct RunWriter {
    temp_file: TempFile,
    file: BufWriter<File>,
}

impl RunWriter {
    fn new(folder: &Path) -> io::Result<RunWriter> {
        let (temp_file, file) = TempFile::create(folder)?;
        Ok(RunWriter { temp_file, file: BufWriter::with_capacity(1 << 16, file) })
    }

    fn write(&mut self, count: &Count) -> io::Result<()> {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&count.key.to_le_bytes());
        bytes[8..10].copy_from_slice(&count.mv.to_le_bytes());
        bytes[10..14].copy_from_slice(&count.games.to_le_bytes());
        bytes[14..].copy_from_slice(&count.score.to_le_bytes());
        self.file.write_all(&bytes)
    }

    fn finish(self) -> io::Result<Run> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(Run { file: BufReader::with_capacity(1 << 16, file), _temp_file: self.temp_file })
    }
}

struct Run {
    file: BufReader<File>,
    _temp_file: TempFile,
}

impl Run {
    fn next(&mut self) -> io::Result<Option<Count>> {
        let mut bytes = [0; SIZE];
        match self.file.read_exact(&mut bytes) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error),
        }
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, g0, g1, g2, g3, s0, s1, s2, s3] = bytes;
        Ok(Some(Count {
            key: u64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            mv: u16::from_le_bytes([m0, m1]),
            games: u32::from_le_bytes([g0, g1, g2, g3]),
            score: u32::from_le_bytes([s0, s1, s2, s3]),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_merged_when_there_are_too_many_files() {
        const LISTS: u32 = 2 * MAX_RUNS as u32 + 3;
        let folder = tempfile::tempdir().expect("a folder");
        let mut runs = Runs::new(folder.path());
        assert!(runs.is_empty());
        for list in 0..LISTS {
            // A move that is in all lists, and one that is only in this list.
            let counts = [(7, 2), (100 + u64::from(list), 1)];
            let counts = counts.map(|(key, score)| Count { key, mv: 5, games: 1, score });
            runs.spill(&counts).expect("the run is written");
            assert!(!runs.is_empty());
            let files = fs::read_dir(folder.path()).expect("the folder exists").count();
            let max = MAX_RUNS as u32;
            let expected = if list < max { list + 1 } else { (list - max) % (max - 1) + 2 };
            assert_eq!(files, expected as usize, "one file for each run, merged when there are too many");
        }
        let mut given = Vec::new();
        let mut emit = |count: Count| {
            given.push((count.key, count.games, count.score));
            Ok(())
        };
        runs.merge(&mut emit).expect("the runs are read");
        let own = (0..LISTS).map(|list| (100 + u64::from(list), 1, 1));
        let expected: Vec<_> = [(7, LISTS, 2 * LISTS)].into_iter().chain(own).collect();
        assert_eq!(given, expected);
        assert_eq!(
            fs::read_dir(folder.path()).expect("the folder exists").count(),
            0,
            "the files are removed"
        );
    }
}
