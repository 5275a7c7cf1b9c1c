mod errors;
mod examples;
mod round_trip;
