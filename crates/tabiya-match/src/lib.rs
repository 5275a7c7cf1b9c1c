//! Matches between UCI engines: chess, Chess960, Makruk; Elo with error bars.
