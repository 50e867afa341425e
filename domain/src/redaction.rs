//! What readers see of a document. Organizers see all of it. For readers who see less, another version is rendered,
//! but only if the document has values that they do not see.

use std::cell::Cell;

/// Readers who see the same of an organization's documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReaderGroup {
    /// Staff who may read registrations and search people. They see everything.
    Organizers,
    /// Staff who may read registrations, and not search people. They see no contacts.
    Judges,
    /// All others. They see neither contacts nor values for staff, such as unpublished pairings.
    Everyone,
}

/// Leaves out of a document what a group of readers does not see, and notes whether the document has such values. It
/// puts the default of a value's type in its place: an empty list or text, `false` or `None`.
#[derive(Debug)]
pub struct Redactor {
    group: ReaderGroup,
    has_contacts: Cell<bool>,
    has_values_for_staff: Cell<bool>,
}

impl Redactor {
    /// Creates a redactor for a group.
    pub fn new(group: ReaderGroup) -> Self {
        Self { group, has_contacts: Cell::new(false), has_values_for_staff: Cell::new(false) }
    }

    /// Creates a redactor that leaves out nothing.
    pub fn whole() -> Self {
        Self::new(ReaderGroup::Organizers)
    }

    /// Returns a contact as the readers see it: an e-mail address, or the id of an order.
    pub fn contact<'a>(&self, text: &'a str) -> &'a str {
        if text.is_empty() {
            return text;
        }
        self.has_contacts.set(true);
        if self.group == ReaderGroup::Organizers { text } else { "" }
    }

    /// Returns a value for staff as the readers see it.
    pub fn for_staff<T: Default + PartialEq>(&self, value: T) -> T {
        if value == T::default() {
            return value;
        }
        self.has_values_for_staff.set(true);
        if self.group == ReaderGroup::Everyone { T::default() } else { value }
    }

    /// Returns a list for staff as the readers see it.
    pub fn list_for_staff<T>(&self, list: Vec<T>) -> Vec<T> {
        if list.is_empty() {
            return list;
        }
        self.has_values_for_staff.set(true);
        if self.group == ReaderGroup::Everyone { Vec::new() } else { list }
    }
}

/// A document as each group of readers sees it. Groups that see the same share a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Versions<T> {
    organizers: T,
    /// `None` if they see what organizers see.
    judges: Option<T>,
    /// `None` if they see what judges see.
    everyone: Option<T>,
}

impl<T> Versions<T> {
    /// Renders the versions of a document.
    pub fn render(render: impl Fn(&Redactor) -> T) -> Self {
        let whole = Redactor::whole();
        let organizers = render(&whole);
        let version = |group| render(&Redactor::new(group));
        Self {
            organizers,
            judges: whole.has_contacts.get().then(|| version(ReaderGroup::Judges)),
            everyone: whole.has_values_for_staff.get().then(|| version(ReaderGroup::Everyone)),
        }
    }

    /// Returns the version that a group sees.
    pub fn seen_by(&self, group: ReaderGroup) -> &T {
        let version = match group {
            ReaderGroup::Organizers => None,
            ReaderGroup::Judges => self.judges.as_ref(),
            ReaderGroup::Everyone => self.everyone.as_ref().or(self.judges.as_ref()),
        };
        version.unwrap_or(&self.organizers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUPS: [ReaderGroup; 3] = [ReaderGroup::Organizers, ReaderGroup::Judges, ReaderGroup::Everyone];

    type Rendered = (Option<i64>, bool, &'static str, Vec<u8>, &'static str);

    fn seen(versions: &Versions<Rendered>) -> [Rendered; 3] {
        GROUPS.map(|group| versions.seen_by(group).clone())
    }

    #[test]
    fn each_group_sees_its_version() {
        let versions = Versions::render(|redactor| {
            let (number, flag, name) = (redactor.for_staff(Some(7)), redactor.for_staff(true), redactor.for_staff("a"));
            (number, flag, name, redactor.list_for_staff(vec![1]), redactor.contact("a@b"))
        });
        let [organizers, judges, everyone] = seen(&versions);
        assert_eq!(organizers, (Some(7), true, "a", vec![1], "a@b"));
        assert_eq!(judges, (Some(7), true, "a", vec![1], ""));
        assert_eq!(everyone, (None, false, "", vec![], ""));
    }

    #[test]
    fn a_version_is_rendered_only_for_readers_who_see_less() {
        let count = Cell::new(0);
        let rendered = |contact: &str, value: bool| {
            count.set(0);
            let versions = Versions::render(|redactor| {
                count.set(count.get() + 1);
                (redactor.contact(contact).len(), redactor.for_staff(value), redactor.list_for_staff(Vec::<u8>::new()))
            });
            (count.get(), GROUPS.map(|group| (versions.seen_by(group).0, versions.seen_by(group).1)))
        };
        assert_eq!(rendered("", false), (1, [(0, false); 3]));
        assert_eq!(rendered("a", false), (2, [(1, false), (0, false), (0, false)]));
        assert_eq!(rendered("", true), (2, [(0, true), (0, true), (0, false)]));
        assert_eq!(rendered("a", true), (3, [(1, true), (0, true), (0, false)]));
    }
}
