//! Scene `crash`: pull the plug at any instant; what does recovery give back?

mod check;
pub mod model;
pub mod scenario;
