//! The engine: analysis, replies and draw offers, and the limits of its searches.

mod analysis;
mod bounds;
mod draw;
mod game_table;
mod levels;
#[cfg(feature = "server")]
mod permit;
#[cfg(feature = "server")]
mod threads;

pub(crate) use analysis::{AnalysisRequest, to_sse};
pub use bounds::EngineBounds;
pub(crate) use bounds::{BoundsResponse, SearchOptions};
pub(crate) use draw::{DrawRequest, answer_draw};
pub(crate) use game_table::GameTable;
pub(crate) use levels::{ReplyRequest, reply};
#[cfg(feature = "server")]
pub(crate) use permit::{SearchPermit, SearchPool};
#[cfg(feature = "server")]
pub(crate) use threads::{RunningAnalysis, run, start_analysis};

#[cfg(all(test, feature = "server"))]
pub(crate) fn add_wire_types(types: &mut crate::wire_types::WireTypes) {
    types.add::<analysis::Event>();
    types.add::<bounds::BoundsResponse>();
    types.add::<draw::DrawResponse>();
    types.add::<levels::ReplyResponse>();
}
