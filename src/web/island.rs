//! One living figure: the session, the frames and timers that it asks for, and its link.

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::timers::callback::Timeout;
use web_sys::HtmlElement;
use yew::{AttrValue, Callback, Component, Context, Html, Properties};

use super::dom;
use super::live::{Ears, Heard, Voice};
use super::message::{Copying, Msg};
use super::mount::Place;
use super::panic;
use super::shown::{Shared, Shown};
use super::stage::Stage;
use super::takeover::take_over;
use super::widgets::NOT_YET;
use crate::session::{Action, Bet, Session};
use crate::view::{PageGrid, Picture};

/// Slices of a run a frame: a slice of a costly model takes about ten milliseconds.
const SLICES_PER_FRAME: u32 = 1;
/// A run of more frames than this is said to take its time.
const SLOW_FRAMES: u32 = 12;
/// A frame that comes later than this (a page in the background) passes no more time.
const FRAME_MS_MAX: f64 = 100.0;
/// With little motion, playing moves in steps this far apart.
const CALM_STEP_MS: u32 = 500;

/// Where the figure stands.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What the page says about it.
    pub place: Shared<Place>,
}

enum Wait {
    Frame { _handle: AnimationFrame },
    Timer { _handle: Timeout },
}

/// A figure.
pub struct Island {
    pub(super) session: Session,
    pub(super) shown: Option<Shown>,
    pub(super) act: Callback<Action>,
    pub(super) hold: Callback<bool>,
    pub(super) voice: Voice,
    pub(super) copying: Copying,
    pub(super) grids: Vec<PageGrid>,
    pub(super) pictures: Vec<Picture>,
    pub(super) stage: Stage,
    waiting: Option<Wait>,
    last_frame_ms: Option<f64>,
    pub(super) link_due: Option<Timeout>,
    /// The run under way takes longer than a moment: the reader is told.
    pub(super) is_slow: bool,
    running_frames: u32,
    /// A long run has just ended: its frame is full, and the canvases follow in the next.
    paints_later: bool,
    is_live: bool,
    is_seen: bool,
    is_held: bool,
    focus_outcome: bool,
    /// Stop was pressed before there was a figure: it is where the focus belongs.
    focus_stop: bool,
    _ears: Ears,
}

impl Component for Island {
    type Message = Msg;
    type Properties = Props;

    fn create(ctx: &Context<Self>) -> Self {
        let place = &ctx.props().place;
        let (pairs, warnings) = (&place.pairs, place.warnings.clone());
        let mut island = Self {
            session: Session::from_pairs(place.scene, &place.preset, pairs, warnings),
            shown: None,
            act: ctx.link().callback(Msg::Do),
            hold: ctx.link().callback(Msg::Hold),
            voice: Voice::default(),
            copying: Copying::Idle,
            grids: Vec::new(),
            pictures: Vec::new(),
            stage: Stage::new(&place.host, &ctx.link().callback(Msg::Heard)),
            waiting: None,
            last_frame_ms: None,
            link_due: None,
            is_slow: false,
            running_frames: 0,
            paints_later: false,
            is_live: false,
            is_seen: true,
            is_held: false,
            focus_outcome: false,
            focus_stop: false,
            _ears: Ears::new(&place.section, ctx.link().callback(Msg::Heard)),
        };
        island.note_setup(ctx);
        island.run_slices();
        island.go_on(ctx);
        island
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        let shows = match msg {
            Msg::Do(action) => self.act(ctx, action),
            Msg::Hold(held) => {
                self.is_held = held;
                false
            }
            Msg::Frame(now) => self.frame(ctx, now),
            Msg::CalmStep => {
                self.waiting = None;
                let passed = u64::from(CALM_STEP_MS) * 1_000;
                self.session.is_playing() && self.act(ctx, Action::Tick(passed))
            }
            Msg::Live => {
                self.go_live(ctx);
                false
            }
            Msg::Heard(heard) => self.hear(ctx, heard),
            Msg::WriteLink => {
                self.link_due = None;
                self.write_link(ctx);
                false
            }
            Msg::Speak => self.speak(ctx),
            Msg::CopyLink => self.copy_link(ctx),
            Msg::Copied(done) => {
                self.copying = if done {
                    self.voice.say("Link copied.".into());
                    Copying::Done
                } else {
                    Copying::ByHand(self.link(ctx).into())
                };
                true
            }
            Msg::NotYet => {
                self.voice.say(NOT_YET.into());
                true
            }
        };
        self.go_on(ctx);
        let busy = if self.session.is_running() {
            "true"
        } else {
            "false"
        };
        let _ = ctx.props().place.section.set_attribute("aria-busy", busy);
        shows
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        self.layout(ctx)
    }

    fn rendered(&mut self, ctx: &Context<Self>, _first: bool) {
        let place = &ctx.props().place;
        let classes = place.section.class_list();
        let _ = classes.toggle_with_force("bet-placed", self.session.is_revealed());
        if !self.paints_later {
            self.paint();
        }
        let may_stop = self.session.progress().is_some();
        if self.is_slow && !self.is_live && (may_stop || self.is_other(&place.section)) {
            // The static figure shows other settings, or is to live after many runs: that is said.
            let _ = place.host.remove_attribute("hidden");
        }
        if self.shown.is_some() && !self.is_live {
            self.is_live = true;
            take_over(place);
            let link = ctx.link().clone();
            self.waiting = Some(Wait::Frame {
                _handle: request_animation_frame(move |_| link.send_message(Msg::Live)),
            });
        }
        if std::mem::take(&mut self.focus_outcome) {
            dom::focus(&place.host, ".bet-outcome");
        }
        if self.is_live && std::mem::take(&mut self.focus_stop) {
            dom::focus(&place.host, "[data-action=stop]");
        }
    }
}

impl Island {
    /// Does what the reader asked; true if the screen changes.
    fn act(&mut self, ctx: &Context<Self>, action: Action) -> bool {
        let passes_time = matches!(action, Action::Tick(_));
        let bets = matches!(action, Action::Bet(_) | Action::JustShow);
        let writes = matches!(action, Action::Write { .. });
        let stops = action == Action::Stop;
        let was_running = self.session.is_running();
        self.focus_stop |= stops && !self.is_live;
        self.session.apply(action);
        if !passes_time {
            self.copying = Copying::Idle;
            self.note_setup(ctx);
            // Most runs fit one slice: the reader sees the new one with the very next frame. One
            // that does not gets a slice a frame, however much the reader does meanwhile.
            let before = self.session.generation();
            if !was_running || stops {
                self.run_slices();
            }
            if self.is_live && self.session.generation() != before {
                self.speak_later(ctx);
            }
        }
        if !self.session.is_playing() {
            self.last_frame_ms = None;
        }
        if !passes_time || !self.session.is_playing() {
            self.link_later(ctx);
        }
        if bets {
            self.write_link(ctx);
            self.focus_outcome = true;
            self.voice.say(self.result_words());
        }
        if let (true, Some(notice)) = (writes, self.session.notices().first()) {
            self.voice.say(format!("{notice}.").into());
        }
        self.refresh();
        true
    }

    fn frame(&mut self, ctx: &Context<Self>, now: f64) -> bool {
        self.waiting = None;
        if std::mem::take(&mut self.paints_later) {
            self.paint();
        }
        let mut shows = false;
        if self.session.is_running() {
            let before = self.session.progress();
            let is_new = self.run_slices();
            self.paints_later = is_new && self.running_frames > 1;
            shows = is_new || self.session.progress() != before;
            shows |= self.note_pace();
            if is_new && self.is_live {
                self.speak_later(ctx);
            }
        }
        if self.session.is_playing() {
            if let Some(before) = self.last_frame_ms {
                let passed_us = (now - before).clamp(0.0, FRAME_MS_MAX) * 1_000.0;
                shows |= self.act(ctx, Action::Tick(passed_us as u64));
            }
            self.last_frame_ms = Some(now);
        }
        shows
    }

    /// Counts the frames of a run; true when what is said about it changes.
    fn note_pace(&mut self) -> bool {
        let is_running = self.session.is_running();
        self.running_frames = if is_running {
            self.running_frames + 1
        } else {
            0
        };
        let is_slow = self.running_frames > SLOW_FRAMES;
        let is_news = std::mem::replace(&mut self.is_slow, is_slow) != is_slow;
        if let (true, true, Some((_, all))) = (is_news, is_slow, self.session.progress()) {
            let words = format!("{all} runs are under way. Stop ends them with what is done.");
            self.voice.say(words.into());
        }
        is_news
    }

    fn hear(&mut self, ctx: &Context<Self>, heard: Heard) -> bool {
        match heard {
            Heard::Seen(seen) => self.is_seen = seen,
            Heard::Leaving if self.link_due.take().is_some() => self.write_link(ctx),
            Heard::Looks => return true,
            Heard::Leaving | Heard::Turned => {}
        }
        if !self.is_seen || dom::is_hidden() {
            self.last_frame_ms = None;
        }
        false
    }

    /// Runs what is under way for one frame; true when another run has come on screen.
    fn run_slices(&mut self) -> bool {
        for _ in 0..SLICES_PER_FRAME {
            if self.session.is_running() {
                self.session.apply(Action::Slice);
            }
        }
        self.refresh()
    }

    fn paint(&mut self) {
        let (Some(shown), Some(run)) = (&self.shown, self.session.run()) else {
            return;
        };
        let charts = shown.charts.iter().map(|(spec, _)| spec);
        let cursor_x = run.chart_x(self.session.cursor());
        let painted = (&self.grids[..], &self.pictures[..]);
        let is_revealed = self.session.is_revealed();
        self.stage.paint(charts, painted, is_revealed, cursor_x);
    }

    /// Keeps what is shown in step with the session; true if it was not.
    fn refresh(&mut self) -> bool {
        let (generation, zoom) = (self.session.generation(), self.session.zoom());
        let is_fresh = |s: &Shown| s.generation == generation && s.zoom == zoom;
        let Some(run) = self.session.run() else {
            return false;
        };
        self.grids = run.grids(self.session.cursor());
        self.pictures = run.pictures(self.session.cursor());
        let cursor = self.session.cursor();
        if let Some(shown) = self.shown.as_mut().filter(|s| is_fresh(s)) {
            shown.follow(run, cursor);
            return false;
        }
        self.shown = Some(Shown::new(run, generation, zoom, cursor));
        true
    }

    /// Asks for the next frame, if there is anything to do in it.
    fn go_on(&mut self, ctx: &Context<Self>) {
        if self.waiting.is_some() {
            return;
        }
        let in_sight = self.is_seen && !dom::is_hidden();
        let link = ctx.link().clone();
        let frame = |link: yew::html::Scope<Self>| Wait::Frame {
            _handle: request_animation_frame(move |now| link.send_message(Msg::Frame(now))),
        };
        if self.session.is_running() || self.paints_later {
            self.waiting = Some(frame(link));
        } else if self.session.is_playing() && in_sight {
            self.waiting = Some(if dom::is_calm() {
                Wait::Timer {
                    _handle: Timeout::new(CALM_STEP_MS, move || link.send_message(Msg::CalmStep)),
                }
            } else {
                frame(link)
            });
        }
    }

    fn go_live(&mut self, ctx: &Context<Self>) {
        self.waiting = None;
        let section: &HtmlElement = &ctx.props().place.section;
        let _ = section.style().remove_property("min-height");
        let _ = section.set_attribute("data-live", "true");
    }

    /// What a panic would have to tell.
    fn note_setup(&self, ctx: &Context<Self>) {
        let (seed, link) = (self.session.setup().seed, self.link(ctx));
        panic::update(|wreck| {
            wreck.seed = seed;
            wreck.link = link;
        });
    }

    fn speak_later(&mut self, ctx: &Context<Self>) {
        let link = ctx.link().clone();
        self.voice.later(move || link.send_message(Msg::Speak));
    }

    fn speak(&mut self, ctx: &Context<Self>) -> bool {
        if self.is_held || self.session.is_running() {
            self.speak_later(ctx);
            return false;
        }
        if self.session.is_playing() {
            return false;
        }
        self.voice.say(self.result_words());
        true
    }

    fn result_words(&self) -> AttrValue {
        let Some(shown) = &self.shown else {
            return AttrValue::default();
        };
        match (self.session.is_revealed(), self.session.bet_sentence()) {
            (false, _) => "A new run is done. Place your bet to hear how it came out.".into(),
            (true, Some(bet)) => format!("{bet} {}", shown.takeaway).into(),
            (true, None) => shown.takeaway.clone(),
        }
    }

    /// "your bet: faster", once one is placed.
    pub(super) fn bet_note(&self) -> Option<AttrValue> {
        match self.session.bet() {
            Bet::Placed(said) => {
                let word = self.session.bet_words().label(said);
                Some(format!("your bet: {}", word.to_ascii_lowercase()).into())
            }
            Bet::Open | Bet::Skipped => None,
        }
    }
}
