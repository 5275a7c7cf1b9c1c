use tabiya::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mode = a[1].as_str();
    let depth: u32 = a[2].parse().unwrap();
    let fen = a.get(3).map(|s| s.as_str());
    let variant = a.get(4).map(|s| s.as_str()).unwrap_or("chess");
    macro_rules! go { ($r:ty) => {{
        let p: Position<$r> = fen.unwrap_or(<$r>::START).parse().unwrap();
        for _ in 0..if mode.starts_with('q') {1} else {5} {
        let t = Instant::now();
        let n = if mode.ends_with('k') { perft::count_playing(&p, depth).0 } else { perft::count(&p, depth) };
        let s = t.elapsed().as_secs_f64();
        println!("{n} {:.1} Mn/s size {}", n as f64 / s / 1e6, std::mem::size_of::<Position<$r>>());
        }
    }} }
    if variant == "makruk" { go!(Makruk) } else { go!(Chess) }
}
