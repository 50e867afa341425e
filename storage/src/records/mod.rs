//! Tournaments for the export of changes (`export/tournaments/`), and when each audience saw them change. For any database.
//!
//! A record is stored in parts, so that an export reads only the parts that a client asks for and joins them without parsing.
//! Each change that an audience sees gets the next number of the store's counter, in the order of commits. So a client that
//! knows the number of the last change it has seen gets everything that changed since.

mod changes;
mod pack;
mod query;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use proto_events::Position;
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::vocabulary::EventFormat;
use sha2::{Digest, Sha256};

pub(crate) use self::changes::{CARRY_OVER, Changed, KNOWN_COLUMNS, NEW_ROWS, TOMBSTONES, change_row, changed};
pub(crate) use self::pack::{EXPORT_RECORDS, latest, record_bytes, record_of, record_rows};
pub(crate) use self::query::{ALL_RECORDS, record_state, records_query, state_query};
pub use self::query::{RecordFilter, RecordReader, RecordState};

/// A part of a record, apart from its head: a JSON array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecordPart {
    /// The final or present standings.
    Standings,
    /// The rounds.
    Rounds,
    /// The matches of all rounds.
    Matches,
    /// The cards of the lists.
    Cards,
    /// The lists with their text.
    Decklists,
}

impl RecordPart {
    /// Every part, in the order in which they are stored and sent.
    pub const ALL: [Self; 5] = [Self::Standings, Self::Rounds, Self::Matches, Self::Cards, Self::Decklists];

    /// Returns its name in records and in requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standings => "standings",
            Self::Rounds => "rounds",
            Self::Matches => "matches",
            Self::Cards => "cards",
            Self::Decklists => "decklists",
        }
    }

    /// Returns the part with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }
}

/// A set of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecordParts(u8);

impl RecordParts {
    /// Returns the set with this part as well.
    #[must_use]
    pub fn with(self, part: RecordPart) -> Self {
        Self(self.0 | 1 << part as u8)
    }

    /// Returns whether the part is in it.
    pub fn has(self, part: RecordPart) -> bool {
        self.0 & 1 << part as u8 != 0
    }

    /// Returns the set as bits.
    pub fn bits(self) -> u8 {
        self.0
    }
}

impl FromIterator<RecordPart> for RecordParts {
    fn from_iter<T: IntoIterator<Item = RecordPart>>(parts: T) -> Self {
        parts.into_iter().fold(Self::default(), Self::with)
    }
}

/// The readers who see the same records of an organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Audience {
    /// Everyone.
    Public,
    /// Members of the organization who may not read registrations.
    Member,
    /// Members of the organization who may.
    Staff,
}

impl Audience {
    /// Every audience.
    pub const ALL: [Self; 3] = [Self::Public, Self::Member, Self::Staff];

    /// Returns its number in the store.
    pub(crate) fn number(self) -> i64 {
        self as i64
    }
}

/// The JSON of a record as an audience sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RecordBody {
    /// A JSON object with everything that is not in a part.
    pub head: Bytes,
    /// The parts in the order of [`RecordPart::ALL`]: JSON arrays.
    pub parts: [Bytes; 5],
}

impl RecordBody {
    /// Returns the head and the parts in the order in which they are stored.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Bytes> {
        std::iter::once(&self.head).chain(&self.parts)
    }

    /// Returns the number of bytes.
    pub fn bytes(&self) -> usize {
        self.all().map(Bytes::len).sum()
    }
}

/// A tournament for the export of changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportRecord {
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// The tournament.
    pub tournament_id: TournamentId,
    /// Its planned start.
    pub start: Option<DateTime<Utc>>,
    /// Its format.
    pub event_format: EventFormat,
    /// Position of the log up to which it is current.
    pub position: Position,
    /// The record for members who may read registrations; `None` if the tournament was deleted.
    pub whole: Option<RecordBody>,
    /// The record for other readers; `None` if none of them sees the tournament.
    pub public: Option<RecordBody>,
    /// Whether everyone sees it. Otherwise only members of the organization do.
    pub is_public: bool,
}

impl ExportRecord {
    /// Returns the record of a deleted tournament.
    pub fn deleted(organization_id: OrganizationId, tournament_id: TournamentId, position: Position) -> Self {
        Self {
            organization_id,
            tournament_id,
            start: None,
            event_format: EventFormat::Legacy,
            position,
            whole: None,
            public: None,
            is_public: false,
        }
    }

    /// Returns what an audience sees of it.
    pub fn seen_by(&self, audience: Audience) -> Option<&RecordBody> {
        match audience {
            Audience::Staff => self.whole.as_ref(),
            Audience::Member => self.public.as_ref(),
            Audience::Public => self.public.as_ref().filter(|_| self.is_public),
        }
    }

    /// Returns the number of bytes of its bodies.
    pub fn bytes(&self) -> usize {
        [&self.whole, &self.public].into_iter().flatten().map(RecordBody::bytes).sum()
    }

    /// Returns 64 bits of a SHA-256 over a body and everything that filters read.
    fn digest(&self, body: &RecordBody) -> i64 {
        let start = self.start.map_or(i64::MIN, |start| start.timestamp_micros());
        let mut hash = Sha256::new();
        for number in [self.tournament_id.0, self.organization_id.0, start] {
            hash.update(number.to_be_bytes());
        }
        hash.update(self.event_format.wire_name());
        for part in body.all() {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        hash.finalize()[..8].iter().fold(0, |number, byte| number << 8 | i64::from(*byte))
    }
}
