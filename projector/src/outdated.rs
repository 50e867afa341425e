//! Says which documents of stored views are outdated, by the fingerprint that is stored with them.
//!
//! The fingerprint names the settings and the version of each view. After an upgrade that changes a few views, only their
//! documents are rendered anew ([`Selection`]); all others are carried over.

use std::collections::{BTreeMap, BTreeSet};

use proto_events::{StreamId, StreamKind};
use storage::ViewKind;

use crate::settings::{RENDERER_VERSION, ViewSettings};
use crate::views::{Render, VIEWS, View};
use crate::writer::KINDS;

/// The documents of a generation that this version would render differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outdated {
    /// None.
    Nothing,
    /// Those of these views.
    Views(Selection),
    /// All of them may differ, or cannot be rendered anew one by one.
    Everything,
}

/// Views whose documents are rendered anew while all others stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Selection {
    names: BTreeSet<&'static str>,
}

impl ViewSettings {
    /// Returns a text that changes whenever stored documents would now look different.
    pub fn fingerprint(&self) -> String {
        let views: Vec<String> = VIEWS.iter().map(|view| format!("{} {}", view.name, view.version)).collect();
        format!("{}{}", common_part(self), views.join(", "))
    }

    /// Returns the views whose documents are rendered anew in place, given the fingerprint of stored views. `None` if there
    /// are none, or if everything is rendered anew.
    pub fn changed_views(&self, stored: &str) -> Option<Vec<&'static str>> {
        match Outdated::of(stored, self) {
            Outdated::Views(selection) => Some(selection.names().collect()),
            Outdated::Nothing | Outdated::Everything => None,
        }
    }
}

/// Returns the part of the fingerprint on which all views depend.
fn common_part(settings: &ViewSettings) -> String {
    let host = settings.deck_host.template();
    let host = if host.is_empty() { "none" } else { &host };
    format!("renderer {RENDERER_VERSION}; vendor names {}; deck host {host}; views ", settings.vendor_field_names)
}

impl Outdated {
    /// Compares the stored fingerprint with that of these settings.
    pub(crate) fn of(stored: &str, settings: &ViewSettings) -> Self {
        if stored == settings.fingerprint() {
            return Self::Nothing;
        }
        let Some(views) = stored.strip_prefix(&common_part(settings)) else { return Self::Everything };
        let Some(stored) = views.split(", ").map(|view| view.split_once(' ')).collect::<Option<BTreeMap<_, _>>>()
        else {
            return Self::Everything;
        };
        // Documents of a view that no longer exists would stay.
        if stored.keys().any(|name| VIEWS.iter().all(|view| view.name != *name)) {
            return Self::Everything;
        }
        let is_outdated = |view: &&View| stored.get(view.name) != Some(&&*view.version.to_string());
        Selection::of(VIEWS.iter().filter(is_outdated)).map_or(Self::Everything, Self::Views)
    }
}

impl Selection {
    /// Selects views, and those that write the same documents. Returns `None` if one of them cannot be rendered from the
    /// state of its stream.
    fn of<'a>(views: impl Iterator<Item = &'a View>) -> Option<Self> {
        let mut names = BTreeSet::new();
        for view in views {
            if matches!(view.render, Render::Audit(_)) {
                return None;
            }
            names.insert(view.name);
        }
        let mut selection = Self { names };
        if VIEWS.iter().any(|view| selection.has(view) && writes_lists(view)) {
            let others = VIEWS.iter().filter(|view| view.render.is_of(StreamKind::Tournament) && writes_lists(view));
            selection.names.extend(others.map(|view| view.name));
        }
        Some(selection)
    }

    /// Returns whether a view is selected.
    pub(crate) fn has(&self, view: &View) -> bool {
        self.names.contains(view.name)
    }

    /// Returns the names of the views.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().copied()
    }

    /// Returns the kinds of streams that these views render. Conventions come last because they show cards of tournaments.
    pub(crate) fn streams(&self) -> impl Iterator<Item = StreamKind> {
        let kinds = [
            StreamKind::User,
            StreamKind::Organization,
            StreamKind::Decklist,
            StreamKind::Tournament,
            StreamKind::Convention,
        ];
        kinds.into_iter().filter(|kind| self.views_of(*kind).next().is_some())
    }

    /// Returns whether documents of lists that several tournaments may write are rendered.
    pub(crate) fn has_lists(&self) -> bool {
        self.views_of(StreamKind::Tournament).any(writes_lists)
    }

    /// Returns the kinds of documents that only this stream writes, so that those which it no longer renders are removed.
    pub(crate) fn kinds_of(&self, stream: StreamId) -> BTreeSet<ViewKind> {
        let kinds = self.views_of(stream.kind).flat_map(|view| view.kinds).copied();
        kinds.filter(|kind| stream.kind != StreamKind::Tournament || !KINDS.contains(kind)).collect()
    }

    fn views_of(&self, kind: StreamKind) -> impl Iterator<Item = &'static View> {
        VIEWS.iter().filter(move |view| view.render.is_of(kind) && self.has(view))
    }
}

/// Returns whether a view writes documents of lists that several tournaments may write. One view writes only documents
/// whose kinds belong to others.
fn writes_lists(view: &View) -> bool {
    view.kinds.is_empty() || view.kinds.iter().any(|kind| KINDS.contains(kind))
}

#[cfg(test)]
mod tests {
    use domain::decklist::DeckHost;

    use super::*;

    fn settings() -> ViewSettings {
        ViewSettings::default()
    }

    /// Returns the fingerprint of a version in which these views had another version or did not exist.
    fn stored(others: &[&str], missing: &[&str]) -> String {
        let views = VIEWS.iter().filter(|view| !missing.contains(&view.name));
        let views: Vec<String> = views
            .map(|view| format!("{} {}", view.name, view.version + u32::from(others.contains(&view.name))))
            .collect();
        format!("{}{}", common_part(&settings()), views.join(", "))
    }

    fn selected(others: &[&str], missing: &[&str]) -> Vec<&'static str> {
        match Outdated::of(&stored(others, missing), &settings()) {
            Outdated::Views(selection) => selection.names().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_views_with_another_version_are_outdated_and_those_that_are_new() {
        assert_eq!(Outdated::of(&stored(&[], &[]), &settings()), Outdated::Nothing);
        assert_eq!(selected(&["rounds", "account"], &[]), ["account", "rounds"]);
        assert_eq!(selected(&[], &["event_card"]), ["event_card"]);
    }

    #[test]
    fn views_that_write_the_same_documents_are_rendered_together() {
        let of_tournaments = ["attached_decklists", "fixed_decklists", "public_decklists"];
        assert_eq!(selected(&["public_decklists"], &[]), of_tournaments);
        assert_eq!(selected(&["attached_decklists"], &[]), of_tournaments);
        assert_eq!(
            selected(&["decklist"], &[]),
            ["attached_decklists", "decklist", "fixed_decklists", "public_decklists"]
        );
    }

    #[test]
    fn other_settings_an_unknown_view_and_the_audit_concern_everything() {
        let everything = |stored: &str| Outdated::of(stored, &settings()) == Outdated::Everything;
        assert!(everything(&ViewSettings { vendor_field_names: true, ..settings() }.fingerprint()));
        let host = DeckHost::new("https://decks.example/{id}").unwrap();
        assert!(everything(&ViewSettings { deck_host: host, ..settings() }.fingerprint()));
        assert!(everything(&format!("{}, former 1", settings().fingerprint())));
        assert!(everything(&stored(&["audit"], &[])));
        assert!(everything("renderer 11; vendor names false") && everything(""));
    }

    #[test]
    fn conventions_come_after_the_tournaments_whose_cards_they_show() {
        let every = Selection { names: VIEWS.iter().map(|view| view.name).collect() };
        let kinds: Vec<StreamKind> = every.streams().collect();
        assert_eq!((kinds.len(), kinds.last()), (5, Some(&StreamKind::Convention)));
    }

    #[test]
    fn documents_that_other_tournaments_may_write_are_not_removed_with_the_stream() {
        let every = Selection { names: VIEWS.iter().map(|view| view.name).collect() };
        let of_event = every.kinds_of(StreamId::tournament(1.into()));
        assert!(of_event.contains(&ViewKind::Round) && !of_event.contains(&ViewKind::Decklist));
        assert!(every.kinds_of(StreamId::decklist(1.into())).contains(&ViewKind::Decklist));
    }
}
