//! A log file as a ring of its VLFs: written around and around, from the head on.

/// The state of a VLF, each with a thickness of its own when drawn. Later ones are stronger: of
/// neighbours too narrow to be drawn apart, the strongest is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum VlfState {
    /// No record was ever written to it.
    Unused,
    /// Was written; nothing needs it any more.
    Reusable,
    /// Holds records that something still needs.
    Active,
    /// Active, and the one that the next record goes to.
    Head,
}

impl VlfState {
    /// All, in legend order.
    pub const ALL: [Self; 4] = [Self::Unused, Self::Reusable, Self::Active, Self::Head];

    /// Place in [`Self::ALL`].
    #[must_use]
    pub fn place(self) -> usize {
        self as usize
    }

    /// Name in the stylesheet.
    #[must_use]
    pub fn class(self) -> &'static str {
        ["unused", "reusable", "active", "head"][self.place()]
    }

    /// The word in legends and screen-reader text.
    #[must_use]
    pub fn label(self) -> &'static str {
        ["never used", "reusable", "active", "active, being written"][self.place()]
    }
}

/// Class and words of what a ring shows beside states.
pub(super) const RING_SIGNS: [(&str, &str); 3] = [
    ("grown", "added by growth"),
    ("tail", "oldest record needed"),
    ("next", "next record"),
];

/// One VLF. Places in a ring are shares of the file, 0 to 1, clockwise from the top, in the order
/// of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingVlf {
    /// Where it begins.
    pub from: f64,
    /// Where it ends, after its beginning.
    pub to: f64,
    /// Its state.
    pub state: VlfState,
    /// The file was made without it and has grown by it.
    pub is_grown_late: bool,
}

/// Who needs the log from a place on.
#[derive(Clone, Debug, PartialEq)]
pub struct RingMark {
    /// The oldest record that it needs.
    pub at: f64,
    /// Who: "checkpoint", "log backup", "open transaction".
    pub label: String,
}

/// A log file.
#[derive(Clone, Debug, PartialEq)]
pub struct RingChart {
    /// Its VLFs, in the order of the file.
    pub vlfs: Vec<RingVlf>,
    /// Where the next record goes.
    pub head: f64,
    /// The oldest record of the active log.
    pub tail: f64,
    /// Who needs what; a handful.
    pub marks: Vec<RingMark>,
    /// Words in the middle, a line each, the first one bold; at most four short ones.
    pub center: Vec<String>,
}
