//! The engine alone, without the rest of the program `tabiya`.

fn main() -> std::io::Result<()> {
    tabiya_engine::uci::run(std::io::stdin().lock(), std::io::stdout()).map(drop)
}
