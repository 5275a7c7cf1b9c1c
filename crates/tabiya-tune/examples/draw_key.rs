//! Draws the picture of the README: a key as 64 cells, and the cells that one move flips.
//!
//! ```sh
//! cargo run -p tabiya-tune --example draw_key > docs/key.svg
//! ```

use tabiya::{Chess, Key, Position, Toggle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Position::<Chess>::start();
    let knight = start.parse_uci("g1f3")?;
    let mut toggles: Vec<Toggle> = Vec::new();
    let next = start.play_legal_with(knight, &mut toggles);
    let flipped = start.key() ^ next.key();

    println!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 300" font-family="sans-serif" font-size="15">"##
    );
    println!(r##"<rect width="760" height="300" rx="8" fill="#fbfaf7"/>"##);
    println!("<style>.mono {{ font-family: monospace; font-size: 17px }} text {{ fill: #2b2b2b }}</style>");
    row(40, "start position", start.key(), Key(0));
    for (line, Toggle { feature, on }) in toggles.iter().enumerate() {
        let (sign, color) = if *on { ("+", "#2a7f3f") } else { ("−", "#b3372f") };
        let (y, name) = (128 + 24 * line, feature.to_string());
        println!(r##"<text x="24" y="{y}" style="fill:{color}">{sign} {name}</text>"##);
        println!(r##"<text x="300" y="{y}" class="mono">⊕ {}</text>"##, tabiya::keys::native::key(*feature));
    }
    row(220, "after 1.Nf3", next.key(), flipped);
    println!(
        r##"<text x="24" y="286" font-size="13">{} of 64 bits changed. The key is updated, not recomputed.</text>"##,
        flipped.0.count_ones()
    );
    println!("</svg>");
    Ok(())
}

/// A line of 64 cells, dark for a one; flipped ones have a red frame.
fn row(y: u32, label: &str, key: Key, flipped: Key) {
    println!(r##"<text x="24" y="{}">{label}</text>"##, y - 6);
    println!(r##"<text x="300" y="{}" class="mono">{key}</text>"##, y - 6);
    for bit in 0..64 {
        let is_set = |bits: Key| bits.0 >> (63 - bit) & 1 == 1;
        let fill = if is_set(key) { "#28536b" } else { "#dfe7ea" };
        let frame = if is_set(flipped) { r##" stroke="#c8553d" stroke-width="2.5""## } else { "" };
        println!(
            r##"<rect x="{:.1}" y="{}" width="9" height="26" fill="{fill}"{frame}/>"##,
            24.0 + 11.1 * f64::from(bit),
            y + 4
        );
    }
}
