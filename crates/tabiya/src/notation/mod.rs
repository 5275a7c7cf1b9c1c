mod fen;
