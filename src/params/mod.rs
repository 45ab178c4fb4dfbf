//! Parameters, defined once.
