use tabiya_db::{DbError, Result};

use crate::error::damaged;
use crate::folder::Folder;
use crate::summed::sum_of;

/// Compares every file with what is known of it; what is wrong is given to a function. How many files there are comes back.
pub fn verify(folder: &Folder, mut wrong: impl FnMut(&DbError)) -> Result<usize> {
    let mut files = 0;
    for input in folder.inputs()? {
        let rows =
            input.files.iter().map(|file| (folder.rows_file(&input.input, file.part, file.chunk), file.sum));
        for (path, expected) in rows.chain([(folder.games_file(&input.input), input.games_file)]) {
            files += 1;
            match sum_of(&path) {
                Ok(found) if found == expected => {}
                Ok(_) => wrong(&damaged(&path, "it has other bytes than were written")),
                Err(error) => wrong(&error),
            }
        }
    }
    Ok(files)
}
