//! Bodies of documents. A body is opaque until a group of readers is named: see [`DocumentBody::seen_by`].

use bytes::Bytes;
use domain::documents::{ReaderGroup, Versions};
use futures::StreamExt;

use super::{SeenBy, Snapshot, ViewKind};
use crate::StoreError;

/// The groups in the order of their versions.
const GROUPS: [ReaderGroup; 3] = [ReaderGroup::Organizers, ReaderGroup::Judges, ReaderGroup::Everyone];
/// The first byte of a body in versions. No JSON document begins with it.
const IN_VERSIONS: u8 = 0;
/// The bytes before the versions: the mark, and the place and the length of each version as big-endian numbers.
const HEAD: usize = 1 + GROUPS.len() * 2 * NUMBER;
/// The bytes of a number in the head.
const NUMBER: usize = size_of::<u32>();
/// The body for readers whose version is not there.
const NOTHING: Bytes = Bytes::from_static(b"null");

/// The body of a document: one for all of its readers, or a version for each group of them. Versions that are the same are
/// stored once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DocumentBody(Bytes);

impl DocumentBody {
    /// Creates the body of a document of this kind that all readers see.
    pub fn same(kind: ViewKind, body: impl Into<Bytes>) -> Self {
        let body = body.into();
        match kind.seen_by() {
            SeenBy::Groups => Self::from(&Versions::render(|_| body.clone())),
            SeenBy::Everyone | SeenBy::Permitted => Self(body),
        }
    }

    /// Creates the body from its bytes in the store. Those of an earlier program may have values that only organizers
    /// see, so other readers do not see the document: [`DocumentBody::is_outdated_for`].
    pub(crate) fn from_stored(kind: ViewKind, stored: Bytes) -> Self {
        if kind.seen_by() != SeenBy::Groups || stored.first() == Some(&IN_VERSIONS) {
            return Self(stored);
        }
        Self(framed(&stored, [Some((0, stored.len())), None, None]))
    }

    /// Returns the bytes in the store.
    pub(crate) fn stored(&self) -> &[u8] {
        &self.0
    }

    /// Returns the number of bytes in the store.
    #[allow(clippy::len_without_is_empty, reason = "a document is not empty")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the document as a group of readers sees it.
    pub fn seen_by(&self, group: ReaderGroup) -> Bytes {
        if self.0.first() != Some(&IN_VERSIONS) {
            return self.0.clone();
        }
        self.place(group)
            .filter(|(start, _)| *start != 0)
            .and_then(|(start, length)| Some(self.0.slice_ref(self.0.get(start..start.checked_add(length)?)?)))
            .unwrap_or(NOTHING)
    }

    /// Returns the document as everyone sees it who may read it.
    pub fn for_everyone(&self) -> Bytes {
        self.seen_by(ReaderGroup::Everyone)
    }

    /// Returns the document as a group of readers sees it; `None` if it sees what organizers see.
    pub fn version_of(&self, group: ReaderGroup) -> Option<Bytes> {
        (self.place(group) != self.place(ReaderGroup::Organizers)).then(|| self.seen_by(group))
    }

    /// Returns whether some readers see something else than organizers.
    pub fn has_versions(&self) -> bool {
        GROUPS.iter().any(|group| self.place(*group) != self.place(ReaderGroup::Organizers))
    }

    /// Returns whether the readers' version is missing, because an earlier program rendered the document. It is missing
    /// until the document is rendered anew.
    pub fn is_outdated_for(&self, group: ReaderGroup) -> bool {
        self.place(group).is_some_and(|(start, _)| start == 0)
    }

    /// Returns where the version of a group begins and how long it is; `None` if there is one body for all.
    fn place(&self, group: ReaderGroup) -> Option<(usize, usize)> {
        if self.0.first() != Some(&IN_VERSIONS) {
            return None;
        }
        let numbers = self.0.get(1..HEAD)?.as_chunks::<NUMBER>().0;
        let number = |at: usize| usize::try_from(u32::from_be_bytes(*numbers.get(at)?)).ok();
        let at = GROUPS.iter().position(|it| *it == group)? * 2;
        Some((number(at)?, number(at + 1)?))
    }
}

impl From<&Versions<Bytes>> for DocumentBody {
    fn from(versions: &Versions<Bytes>) -> Self {
        let mut bodies = Vec::new();
        let mut seen: Vec<(&Bytes, (usize, usize))> = Vec::new();
        let places = GROUPS.map(|group| {
            let version = versions.seen_by(group);
            if let Some((_, place)) = seen.iter().find(|(it, _)| std::ptr::eq(*it, version) || *it == version) {
                return Some(*place);
            }
            let place = (bodies.len(), version.len());
            bodies.extend_from_slice(version);
            seen.push((version, place));
            Some(place)
        });
        Self(framed(&bodies, places))
    }
}

/// Returns versions with their head, which has the place of each. A version without a place is missing.
fn framed(versions: &[u8], places: [Option<(usize, usize)>; GROUPS.len()]) -> Bytes {
    // No document has 4 GiB. The version of one that had would be beyond the end, and no reader would see it.
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes();
    let mut framed = Vec::with_capacity(HEAD + versions.len());
    framed.push(IN_VERSIONS);
    for place in places {
        let (start, length) = place.map_or((0, 0), |(start, length)| (HEAD.saturating_add(start), length));
        framed.extend_from_slice(&[number(start), number(length)].concat());
    }
    framed.extend_from_slice(versions);
    framed.into()
}

/// Returns the documents of a list as a group of readers sees them. The stream fails at one that is outdated for them.
pub(crate) fn seen_in_list<S>(list: Snapshot<S>, kind: ViewKind, group: ReaderGroup) -> Snapshot<S> {
    let Snapshot { state, bodies } = list;
    let seen = move |stored: Result<Bytes, StoreError>| {
        let body = DocumentBody::from_stored(kind, stored?);
        if body.is_outdated_for(group) { Err(StoreError::Incomplete) } else { Ok(body.seen_by(group)) }
    };
    Snapshot { state, bodies: bodies.map(seen).boxed() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seen(body: &DocumentBody) -> [Bytes; 3] {
        GROUPS.map(|group| body.seen_by(group))
    }

    proptest! {
        #[test]
        fn each_group_sees_its_version(contact in "[a-z]{0,3}", value: Option<u8>) {
            let versions = Versions::render(|redactor| {
                Bytes::from(format!("{:?}{:?}", redactor.contact(&contact), redactor.for_staff(value)))
            });
            let written = DocumentBody::from(&versions);
            let read = DocumentBody::from_stored(ViewKind::Round, Bytes::copy_from_slice(written.stored()));
            prop_assert_eq!(&read, &written);
            prop_assert_eq!(seen(&read), GROUPS.map(|group| versions.seen_by(group).clone()));
            for group in GROUPS {
                let whole = versions.seen_by(ReaderGroup::Organizers);
                let version = Some(versions.seen_by(group)).filter(|version| *version != whole);
                prop_assert_eq!(read.version_of(group), version.cloned());
                prop_assert!(!read.is_outdated_for(group));
            }
        }

        #[test]
        fn damaged_bodies_show_nothing(mut stored in prop::collection::vec(any::<u8>(), 0..40)) {
            stored.insert(0, IN_VERSIONS);
            for version in seen(&DocumentBody::from_stored(ViewKind::Round, stored.into())) {
                prop_assert!(version.len() <= 40);
            }
        }
    }

    #[test]
    fn a_document_that_all_see_alike_is_stored_once() {
        let body = r#"{"id":1}"#;
        assert_eq!(DocumentBody::same(ViewKind::Overview, body).stored(), body.as_bytes());
        let in_versions = DocumentBody::same(ViewKind::Round, body);
        assert_eq!((seen(&in_versions), in_versions.len()), ([body; 3].map(Bytes::from), HEAD + body.len()));
        assert!(GROUPS.iter().all(|group| in_versions.version_of(*group).is_none()));
    }

    #[test]
    fn documents_of_earlier_programs_are_for_organizers_alone() {
        let stored = Bytes::from(r#"{"matches":[ {"id":1}]}"#);
        let body = DocumentBody::from_stored(ViewKind::Round, stored.clone());
        assert_eq!(seen(&body), [stored, NOTHING, NOTHING]);
        assert_eq!(GROUPS.map(|group| body.is_outdated_for(group)), [false, true, true]);
    }
}
