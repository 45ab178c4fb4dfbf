//! Sentences about a run.
