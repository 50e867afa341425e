//! The lists of public conventions: those of a slug, all, and those of a store. A convention has a document for each.

use chrono::{DateTime, Utc};
use proto_events::ids::{ConventionId, OrganizationId};

use crate::ViewKind;
use crate::sort_keys::{number, start_and_id};
use crate::views::ListRange;

/// A list of public conventions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublicConventions<'a> {
    /// Those of a slug, of all organizations, the oldest first.
    OfSlug(&'a str),
    /// All of them: those without a date, then the last to end first.
    All,
    /// Those of an organization, in the same order.
    OfStore(OrganizationId),
}

impl<'a> PublicConventions<'a> {
    /// Returns the lists that a convention is in.
    pub fn of(organization_id: OrganizationId, slug: &'a str) -> [Self; 3] {
        [Self::OfSlug(slug), Self::All, Self::OfStore(organization_id)]
    }

    /// Returns the key of the document of a convention in this list.
    pub fn key(&self, convention: ConventionId) -> String {
        match self {
            Self::OfSlug(_) => format!("{convention}"),
            Self::All => format!("{convention}/all"),
            Self::OfStore(_) => format!("{convention}/store"),
        }
    }

    /// Returns the sort key of a convention in this list.
    pub fn sort(&self, end: Option<DateTime<Utc>>, id: ConventionId) -> String {
        let place = if matches!(self, Self::OfSlug(_)) { number(id.0) } else { start_and_id(end, id.0) };
        self.prefix() + &place
    }

    /// Returns the range of the list.
    pub fn range(&self, limit: i64) -> ListRange {
        let prefix = self.prefix();
        let range = ListRange::shared(ViewKind::PublicConvention, prefix.clone(), format!("{prefix}z"));
        ListRange { is_reverse: !matches!(self, Self::OfSlug(_)), limit, ..range }
    }

    /// Returns the beginning of the sort keys. A slug has no slash.
    fn prefix(&self) -> String {
        match self {
            Self::OfSlug(slug) => format!("slug/{slug}/"),
            Self::All => "all/".to_owned(),
            Self::OfStore(id) => format!("store/{}/", number(id.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_finds_its_conventions_alone() {
        let range = PublicConventions::OfSlug("con").range(5);
        let has = |slug| {
            let sort = PublicConventions::OfSlug(slug).sort(None, ConventionId(-9));
            (range.from.as_str()..range.to.as_str()).contains(&sort.as_str())
        };
        assert!(has("con"));
        for other in ["con-2", "co", "Con", "con_"] {
            assert!(!has(other), "{other}");
        }
    }
}
