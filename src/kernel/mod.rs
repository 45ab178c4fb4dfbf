//! Discrete-event simulation: knows no database word.
