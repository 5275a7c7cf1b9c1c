// scratch
use crate::*;
use std::str::FromStr;
impl<R: Rules> FromStr for Position<R> {
    type Err = String;
    fn from_str(s: &str) -> Result<Self, String> {
        let f: Vec<&str> = s.split_whitespace().collect();
        let mut id = Identity::empty();
        let letters: &[(char, Role)] = if R::CASTLES { &[('p',Role::Pawn),('n',Role::Knight),('b',Role::Bishop),('r',Role::Rook),('q',Role::Queen),('k',Role::King)] } else { &[('p',Role::Pawn),('n',Role::Knight),('s',Role::Bishop),('r',Role::Rook),('m',Role::Queen),('k',Role::King)] };
        for (r, row) in f[0].split('/').enumerate() {
            let mut file = 0;
            for c in row.chars() {
                if let Some(d) = c.to_digit(10) { file += d as usize; continue; }
                if c == '~' { continue; }
                let role = letters.iter().find(|l| l.0 == c.to_ascii_lowercase()).ok_or("bad")?.1;
                let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                id.put(Piece { color, role }, Square::ALL[(7 - r) * 8 + file], &mut ());
                file += 1;
            }
        }
        if f[1] == "b" { id.pass_turn(&mut ()); }
        if R::CASTLES {
            let mut cs = Castling::NONE;
            for c in f[2].chars() {
                let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                let home = Rank::First.relative_to(color).squares();
                let rooks = id.piece(Piece { color, role: Role::Rook }) & home;
                let king = id.piece(Piece { color, role: Role::King }).first().unwrap();
                let file = match c.to_ascii_lowercase() {
                    '-' => continue,
                    'k' => rooks.into_iter().filter(|&r| r > king).last().unwrap().file(),
                    'q' => rooks.into_iter().next().unwrap().file(),
                    x => File::from_char(x).unwrap(),
                };
                cs.insert(color, file);
            }
            id.set_castling(cs, &mut ());
        }
        let mut pos = Position::<R>::from_parts(id, (0, 1), None, R::Count::default());
        if R::CASTLES && f[3] != "-" {
            let sq: Square = f[3].parse().unwrap();
            if !pos.legal_en_passant_capturers(sq, pos.turn()).is_empty() {
                id.set_en_passant(Some(sq.file()), &mut ());
                pos = Position::<R>::from_parts(id, (0, 1), Some(sq), R::Count::default());
            }
        }
        Ok(pos)
    }
}
impl<R: Rules> Position<R> { pub fn to_fen(&self) -> String { String::new() } }
