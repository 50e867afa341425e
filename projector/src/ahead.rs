//! Renders streams of a backlog on all processors, before it is their turn to be written. They are written in order.
//!
//! All of them show the same state: the one after the last event taken in. What fails here is rendered again in its turn.

use std::collections::{HashMap, VecDeque};

use domain::tournament::Tournament;
use proto_events::StreamId;
use rayon::prelude::*;

use crate::error::ProjectorError;
use crate::folder::{Fold, State};
use crate::planner::Plan;
use crate::renderer::{Gathered, Rendered, Renderer, off_the_loop};

/// Number of streams from which other processors help. Fewer users and lists are rendered faster than those would begin.
const MANY: usize = 64;
/// Number of tournaments that are rendered together.
const TOURNAMENTS: usize = 32;
/// Approximate bytes of their folds: large events must fit into memory together, with their documents.
const BYTES: usize = 4 << 20;

/// The streams that are rendered and not written yet.
#[derive(Default)]
pub(crate) struct Ahead {
    rendered: HashMap<StreamId, Rendered>,
    /// Tournaments that are not rendered yet.
    tournaments: VecDeque<StreamId>,
}

impl Ahead {
    /// Renders users or lists, whose folds are in memory.
    pub(crate) fn render_small(&mut self, renderer: &Renderer, state: &State, streams: &[StreamId]) {
        self.rendered.clear();
        if streams.len() >= MANY {
            self.render(renderer, state, streams, MANY);
        }
    }

    /// Notes the tournaments that are rendered next, in this order.
    pub(crate) fn expect_tournaments(&mut self, tournaments: impl Iterator<Item = StreamId>) {
        self.rendered.clear();
        self.tournaments = tournaments.collect();
    }

    /// Renders the next tournaments, unless those before them are not written yet.
    pub(crate) async fn render_tournaments(
        &mut self,
        renderer: &Renderer,
        state: &mut State,
    ) -> Result<(), ProjectorError> {
        if !self.rendered.is_empty() {
            return Ok(());
        }
        let (mut streams, mut bytes) = (Vec::new(), 0);
        while bytes < BYTES
            && streams.len() < TOURNAMENTS
            && let Some(stream) = self.tournaments.pop_front()
        {
            state.load(stream).await?;
            bytes += state.of::<Tournament>(stream.id).map_or(0, Fold::weight);
            streams.push(stream);
        }
        // Those that were loaded last may have taken the place of the first.
        streams.retain(|stream| state.of::<Tournament>(stream.id).is_some() && state.joined(stream.id).is_some());
        // One of them may take as long as all others.
        self.render(renderer, state, &streams, 1);
        Ok(())
    }

    /// Takes the documents of a stream, if it was rendered.
    pub(crate) fn take(&mut self, stream: StreamId) -> Option<Rendered> {
        self.rendered.remove(&stream)
    }

    /// Renders streams. Each processor takes at most so many at a time.
    fn render(&mut self, renderer: &Renderer, state: &State, streams: &[StreamId], at_a_time: usize) {
        let render = |stream: &StreamId| {
            let rendered = renderer.render(state, *stream, &Plan::EVERYTHING, &Gathered::default());
            rendered.ok().flatten().map(|rendered| (*stream, rendered))
        };
        self.rendered = off_the_loop(|| streams.par_iter().with_max_len(at_a_time).filter_map(render).collect());
    }
}
