//! The lists of public conventions: those of a slug, all by time, and those of a store by time. A convention has a document
//! for each.
//!
//! Lists by time are ordered by the end, so that those that are over are one range. Archived conventions are a range of
//! their own.

use chrono::{DateTime, Utc};
use proto_events::ids::{ConventionId, OrganizationId};

use crate::ViewKind;
use crate::public_events::number;
use crate::views::ListRange;

/// A list of public conventions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublicConventions<'a> {
    /// Those of a slug, of all organizations.
    OfSlug(&'a str),
    /// All of them.
    All,
    /// Those of an organization.
    OfStore(OrganizationId),
}

/// Some conventions of a list by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConventionTime {
    /// Those that run or are to come; those without a date last.
    FromNow(DateTime<Utc>),
    /// Those that are over.
    Before(DateTime<Utc>),
    /// Those that are archived.
    Archived,
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
    pub fn sort(&self, is_archived: bool, end: Option<DateTime<Utc>>, id: ConventionId) -> String {
        let end = end.map_or_else(|| "1".to_owned(), time);
        let stage = if is_archived { 'x' } else { 'u' };
        match self {
            Self::OfSlug(_) => format!("{}{}", self.prefix(), number(id.0)),
            Self::All | Self::OfStore(_) => format!("{}{stage}/{end}/{}", self.prefix(), number(id.0)),
        }
    }

    /// Returns the range of the whole list.
    pub fn range(&self, limit: i64) -> ListRange {
        self.between("", "z", limit)
    }

    /// Returns the range of a list by time. Those that are over come latest first.
    pub fn at(&self, when: ConventionTime, limit: i64) -> ListRange {
        match when {
            ConventionTime::FromNow(now) => self.between(&format!("u/{}", time(now)), "u/2", limit),
            ConventionTime::Before(now) => {
                ListRange { is_reverse: true, ..self.between("u/", &format!("u/{}", time(now)), limit) }
            }
            ConventionTime::Archived => ListRange { is_reverse: true, ..self.between("x/", "x/2", limit) },
        }
    }

    fn between(&self, from: &str, to: &str, limit: i64) -> ListRange {
        let prefix = self.prefix();
        ListRange {
            organization_id: OrganizationId::SHARED,
            kind: ViewKind::PublicConvention,
            from: format!("{prefix}{from}"),
            to: format!("{prefix}{to}"),
            is_reverse: false,
            limit,
        }
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

fn time(at: DateTime<Utc>) -> String {
    format!("0{}", number(at.timestamp_millis()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(range: &ListRange, sort: &str) -> bool {
        (range.from.as_str()..range.to.as_str()).contains(&sort)
    }

    #[test]
    fn lists_by_time_are_divided_at_the_end() {
        let (now, id) = (DateTime::from_timestamp(1_772_877_600, 0).unwrap(), ConventionId(9));
        let hour = chrono::TimeDelta::hours(1);
        for list in [PublicConventions::All, PublicConventions::OfStore(OrganizationId(3))] {
            let ranges = [ConventionTime::FromNow(now), ConventionTime::Before(now), ConventionTime::Archived]
                .map(|when| list.at(when, 5));
            for (is_archived, end, expected) in [
                (false, Some(now + hour), 0),
                (false, Some(now), 0),
                (false, None, 0),
                (false, Some(now - hour), 1),
                (true, Some(now + hour), 2),
                (true, None, 2),
            ] {
                let sort = list.sort(is_archived, end, id);
                let found: Vec<_> = (0..3).filter(|at| has(&ranges[*at], &sort)).collect();
                assert_eq!(found, [expected], "{sort}");
                assert!(has(&list.range(5), &sort), "{sort}");
            }
        }
    }

    #[test]
    fn a_slug_finds_its_conventions_alone() {
        let list = PublicConventions::OfSlug("con");
        let sort = |slug| PublicConventions::OfSlug(slug).sort(false, None, ConventionId(-9));
        assert!(has(&list.range(5), &sort("con")));
        for other in ["con-2", "co", "Con", "con_"] {
            assert!(!has(&list.range(5), &sort(other)), "{other}");
        }
        let keys = PublicConventions::of(OrganizationId(3), "con").map(|list| list.key(ConventionId(9)));
        assert_eq!(keys, ["9", "9/all", "9/store"]);
    }
}
