//! Finds the factors of `src/attacks/magic_table.rs`: sparse random numbers are tried until one maps all
//! arrangements of blockers with different attacks to different indices.
//!
//! ```sh
//! cargo run --release -p tabiya-tune --example find_magics > crates/tabiya/src/attacks/magic_table.rs
//! ```

/// The directions of a bishop or a rook as (files, ranks).
const DIRECTIONS: [[(i32, i32); 4]; 2] =
    [[(1, 1), (1, -1), (-1, 1), (-1, -1)], [(1, 0), (-1, 0), (0, 1), (0, -1)]];

fn main() {
    println!(
        "//! The factors of magic multiplication, found by `find_magics`, an example of `tabiya-tune`.\n"
    );
    for (name, directions) in ["BISHOP", "ROOK"].into_iter().zip(&DIRECTIONS) {
        println!("#[rustfmt::skip]");
        println!("pub(super) const {name}_MAGICS: [u64; 64] = [");
        let mut random = 0x7ab1_7a00_0000_0001;
        for row in 0..16 {
            let factors: Vec<_> = (row * 4..row * 4 + 4).map(|s| find(s, directions, &mut random)).collect();
            let hex = |f: &u64| {
                let digits = format!("{f:016x}");
                format!("0x{}_{}_{}_{},", &digits[..4], &digits[4..8], &digits[8..12], &digits[12..])
            };
            println!("    {}", factors.iter().map(hex).collect::<Vec<_>>().join(" "));
        }
        println!("];{}", if name == "BISHOP" { "\n" } else { "" });
    }
}

fn find(from: i32, directions: &[(i32, i32)], random: &mut u64) -> u64 {
    let relevant = walk(from, directions, 0, true);
    let bits = relevant.count_ones();
    let mut subsets = vec![(0u64, walk(from, directions, 0, false))];
    let mut blockers = relevant & relevant.wrapping_neg();
    while blockers != 0 {
        subsets.push((blockers, walk(from, directions, blockers, false)));
        blockers = blockers.wrapping_sub(relevant) & relevant;
    }
    let mut places = vec![(0u32, 0u64); 1 << bits];
    for attempt in 1.. {
        let factor = next(random) & next(random) & next(random);
        let fits = subsets.iter().all(|&(blockers, answer)| {
            let place = &mut places[(blockers.wrapping_mul(factor) >> (64 - bits)) as usize];
            let free = place.0 != attempt || place.1 == answer;
            *place = (attempt, answer);
            free
        });
        if fits {
            return factor;
        }
    }
    unreachable!("the search ends when it finds a factor")
}

/// The squares a slider reaches; without the last of each direction if `inner`.
fn walk(from: i32, directions: &[(i32, i32)], blockers: u64, inner: bool) -> u64 {
    let mut squares = 0;
    for (files, ranks) in directions {
        let (mut file, mut rank) = (from % 8 + files, from / 8 + ranks);
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            let (next_file, next_rank) = (file + files, rank + ranks);
            if inner && !((0..8).contains(&next_file) && (0..8).contains(&next_rank)) {
                break;
            }
            squares |= 1 << (rank * 8 + file);
            if blockers >> (rank * 8 + file) & 1 == 1 {
                break;
            }
            (file, rank) = (next_file, next_rank);
        }
    }
    squares
}

/// xorshift64*, by Vigna.
fn next(state: &mut u64) -> u64 {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    state.wrapping_mul(0x2545_f491_4f6c_dd1d)
}
