//! Named settings, each of which shows one thing.

use crate::page_words as words;
use crate::scene::{Preset, SPEED_REAL};

/// Named settings; the first is the default.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "three-kinds",
        label: "Three kinds of CHECKPOINT",
        question: words("Can a duration make a manual CHECKPOINT faster?"),
        help: words("300,000 rows changed on an idle SSD, two rounds."),
        source: words("seed 000, \"Time Three Kinds of CHECKPOINT\""),
        set: &[],
        speed: SPEED_REAL,
    },
    Preset {
        name: "small",
        label: "A small checkpoint",
        question: words("What does a long goal do when there is almost nothing to write?"),
        help: words(
            "200 rows changed: CHECKPOINT against CHECKPOINT 10 on about 20 pages, five rounds.",
        ),
        source: words("seed 000, \"What the Duration Does\""),
        set: &[
            ("rows", 200),
            ("goal_s", 10),
            ("goal_short_s", 0),
            ("other_pages", 9),
            ("buffer_order", 1),
            ("rounds", 5),
        ],
        speed: SPEED_REAL,
    },
    Preset {
        name: "busy-slow",
        label: "Busy server, slow disk",
        question: words("When does a shorter goal help, and who pays for it?"),
        help: words("The case that the write-up did not measure: the default throttles itself."),
        source: words("Microsoft's CHECKPOINT page (D5); the load is an assumption"),
        set: &[
            ("goal_short_s", 5),
            ("device", 0),
            ("sessions", 16),
            ("rounds", 1),
        ],
        speed: SPEED_REAL,
    },
];
