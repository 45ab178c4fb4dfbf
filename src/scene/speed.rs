//! Playing speeds, which presets choose and links name by place.

/// Playing speeds: label and thousandths of real time.
pub const SPEEDS: &[(&str, u64)] = &[
    ("1/100", 10),
    ("1/20", 50),
    ("1/5", 200),
    ("1", 1_000),
    ("5", 5_000),
    ("20", 20_000),
    ("100", 100_000),
];
/// Real time.
pub const SPEED_REAL: usize = 3;
