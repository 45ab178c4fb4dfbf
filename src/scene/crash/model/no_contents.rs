//! The browser checks nothing by doing it: what pages hold is left out of its program.

use crate::engine::contents::Change;
use crate::engine::page::PageId;
use crate::kernel::SimTime;
use crate::units::Lsn;

/// Nothing.
#[derive(Clone, Debug, Default)]
pub struct Contents;

/// Does nothing, for each of what the natively kept contents do.
macro_rules! nothing {
    ($($name:ident($($of:ty),*)),+ $(,)?) => {
        impl Contents {
            $(
                #[allow(missing_docs, reason = "see the native twin")]
                pub fn $name(&mut self $(, _: $of)*) {}
            )+
        }
    };
}

nothing!(
    change(Change),
    commit(Lsn, Lsn, u32),
    acknowledge(SimTime, u32),
    write(PageId, u32),
    read(PageId, PageId, Option<Lsn>),
    data_backup(),
    log_backup(),
);
