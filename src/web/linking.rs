//! The figure's link: kept in the address, copied on demand.

use gloo::timers::callback::Timeout;
use yew::Context;

use super::island::Island;
use super::message::Msg;
use super::url::{address, query_now, replace_query};

/// The link is written when things have been quiet for this long.
const LINK_AFTER_MS: u32 = 300;

impl Island {
    pub(super) fn query(&self, ctx: &Context<Self>) -> String {
        let place = &ctx.props().place;
        place
            .names
            .merge(&query_now(), &self.session.pairs(&place.preset))
    }

    pub(super) fn link(&self, ctx: &Context<Self>) -> String {
        address(&self.query(ctx), true)
    }

    pub(super) fn link_later(&mut self, ctx: &Context<Self>) {
        let link = ctx.link().clone();
        let write = move || link.send_message(Msg::WriteLink);
        self.link_due = Some(Timeout::new(LINK_AFTER_MS, write));
    }

    pub(super) fn write_link(&mut self, ctx: &Context<Self>) {
        let query = self.query(ctx);
        if query != query_now().trim_start_matches('?') {
            replace_query(&query);
        }
    }

    pub(super) fn copy_link(&mut self, ctx: &Context<Self>) -> bool {
        let done = ctx.link().callback(Msg::Copied);
        super::widgets::copy(&self.link(ctx), done);
        false
    }
}
