//! Perft compared with peers: the sections `perft`, `keyed` and `makruk`.

use std::io;

use crate::clock::{Contender, interleaved};
use crate::options::Options;
use crate::peer::{self, Peer, Run, Tree};
use crate::table::Table;

/// Bulk perft: the speed of move generation.
pub fn perft(options: &Options) -> io::Result<Vec<Table>> {
    // Half a second of work, so that the pipe to an engine is negligible.
    let trees = if options.quick { [("start", 5), ("kiwipete", 4)] } else { [("start", 6), ("kiwipete", 5)] };
    compare(options, "Perft in bulk", &trees, "cozy-chess", |peer, tree| peer.bulk(tree))
}

/// Perft with keys: every move played, every key read.
pub fn keyed(options: &Options) -> io::Result<Vec<Table>> {
    let trees = [("start", 5), ("kiwipete", 4)];
    compare(
        options,
        "Perft playing every move, key read at every leaf",
        &trees,
        "cozy-chess",
        |peer, tree| peer.keyed(tree),
    )
}

/// Makruk, counted in bulk.
pub fn makruk(options: &Options) -> io::Result<Vec<Table>> {
    let trees = if options.quick { [("makruk", 4)] } else { [("makruk", 5)] };
    compare(options, "Perft in bulk", &trees, "Fairy-Stockfish", |peer, tree| peer.bulk(tree))
}

fn compare(
    options: &Options,
    title: &str,
    trees: &[(&str, u32)],
    reference: &str,
    work: impl Fn(&dyn Peer, &Tree) -> Option<Run>,
) -> io::Result<Vec<Table>> {
    let peers = peer::all();
    let trees = trees.iter().filter_map(|&(name, depth)| peer::tree(name, depth));
    let table = |tree: &Tree| {
        let able = peers.iter().filter_map(|peer| {
            let run = work(peer.as_ref(), tree)?;
            Some(Contender { name: peer.name().to_owned(), run, expected: tree.leaves })
        });
        let times = interleaved(&mut able.collect::<Vec<_>>(), options.repetitions)?;
        let title = format!("{title}: {} depth {}, {} leaves", tree.name, tree.depth, tree.leaves);
        Ok(Table::of_speeds(title, &times, tree.leaves, reference))
    };
    trees.map(table).collect()
}
