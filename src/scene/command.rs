//! What the reader can do to a server while it runs.

use crate::kernel::SimTime;

/// Something that the reader can do to the running server at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Name in links and attributes, one of [`super::Scene::command_keys`].
    pub key: &'static str,
    /// Words of the button: "CHECKPOINT".
    pub label: String,
}

/// A command and when it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandAt {
    /// The instant.
    pub at: SimTime,
    /// Which command.
    pub key: &'static str,
}
