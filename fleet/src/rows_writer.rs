//! Writes row files.

use std::path::{Path, PathBuf};

use parquet::file::writer::SerializedFileWriter;
use tabiya_db::{Facts, Result};

use crate::error::unwritable;
use crate::row_columns::RowColumns;
use crate::schema::{ROW_GROUP, ROWS_OF_A_PAGE, Table};
use crate::small_row::SmallRow;
use crate::sorted_run::RunRow;
use crate::summed::{FileSum, SummedFile};

/// Writes row files.
pub(crate) struct RowsWriter<'a> {
    columns: RowColumns<'a>,
    /// The facts of the games of the current page.
    facts: Vec<Facts>,
    /// The rows of the current group, unless they are in memory elsewhere.
    group: Vec<SmallRow>,
}

impl RowsWriter<'_> {
    pub(crate) fn new(input: &str) -> RowsWriter<'_> {
        RowsWriter { columns: RowColumns::new(input), facts: Vec::new(), group: Vec::new() }
    }

    /// Writes rows that are in memory.
    pub(crate) fn write(
        &mut self,
        path: &Path,
        rows: &[SmallRow],
        facts_of: impl Fn(&SmallRow) -> Facts,
    ) -> Result<FileSum> {
        let mut file = RowsFile::create(path)?;
        for group in rows.chunks(ROW_GROUP) {
            for page in group.chunks(ROWS_OF_A_PAGE) {
                self.facts.clear();
                self.facts.extend(page.iter().map(&facts_of));
                self.columns.page(page, &self.facts).map_err(unwritable(path))?;
            }
            self.columns.end_group(group, &mut file.writer).map_err(unwritable(path))?;
        }
        file.finish()
    }

    /// Writes streamed rows.
    pub(crate) fn write_each(
        &mut self,
        path: &Path,
        rows: impl Iterator<Item = Result<RunRow>>,
    ) -> Result<FileSum> {
        let mut file = RowsFile::create(path)?;
        for row in rows {
            let row = row?;
            self.group.push(row.row);
            self.facts.push(row.facts());
            if self.facts.len() == ROWS_OF_A_PAGE {
                self.end_page(&mut file)?;
            }
        }
        self.end_page(&mut file)?;
        self.end_group(&mut file)?;
        file.finish()
    }

    fn end_page(&mut self, file: &mut RowsFile) -> Result<()> {
        if !self.facts.is_empty() {
            let page = &self.group[self.group.len() - self.facts.len()..];
            self.columns.page(page, &self.facts).map_err(unwritable(&file.path))?;
            self.facts.clear();
        }
        if self.group.len() == ROW_GROUP { self.end_group(file) } else { Ok(()) }
    }

    fn end_group(&mut self, file: &mut RowsFile) -> Result<()> {
        if !self.group.is_empty() {
            self.columns.end_group(&self.group, &mut file.writer).map_err(unwritable(&file.path))?;
            self.group.clear();
        }
        Ok(())
    }
}

struct RowsFile {
    path: PathBuf,
    writer: SerializedFileWriter<SummedFile>,
}

impl RowsFile {
    fn create(path: &Path) -> Result<RowsFile> {
        let (file, table) = (SummedFile::create(path)?, Table::Rows);
        let writer = SerializedFileWriter::new(file, table.schema(), table.properties());
        Ok(RowsFile { path: path.to_owned(), writer: writer.map_err(unwritable(path))? })
    }

    fn finish(self) -> Result<FileSum> {
        self.writer.into_inner().map_err(unwritable(&self.path))?.finish(&self.path)
    }
}
