//! Cursors: the state that an answer showed.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use service_kit::message;
use service_kit::problem::Problem;
use sha2::{Digest, Sha256};
use storage::{Audience, RecordFilter};

const VERSION: u8 = 1;
/// Version, lineage, reader, filter, number of the last change.
const LENGTH: usize = 1 + 8 + 4 + 4 + 8;

/// The state that an answer showed. It names no event: a reader who changes a cursor gets other changes of the events that the
/// reader may see anyway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    lineage: [u8; 8],
    reader: [u8; 4],
    filter: [u8; 4],
    /// Number of the last change that it includes.
    pub sequence: i64,
}

impl Cursor {
    /// Creates the cursor of an answer to a filter.
    pub fn new(lineage: &str, sequence: i64, filter: &RecordFilter) -> Self {
        Self { lineage: digest(lineage), reader: reader(filter), filter: digest(&filtered(filter)), sequence }
    }

    /// Reads a cursor. The filter is that of the request.
    ///
    /// # Errors
    /// 400 if it is no cursor, or one of another filter; 410 if it is of another reader.
    pub fn read(text: &str, filter: &RecordFilter) -> Result<Self, Problem> {
        let Some(cursor) = Self::parse(text) else {
            return Err(malformed("must be the header Export-Cursor of an earlier answer"));
        };
        let expected = Self::new("", 0, filter);
        if cursor.filter != expected.filter {
            return Err(malformed(
                "is of an export with other values of from, to, event_format, organization_id, include or table. Send the \
                 same values with it, or start again without it",
            ));
        }
        if cursor.reader != expected.reader {
            return Err(start_again("The cursor is of a key that sees other events."));
        }
        Ok(cursor)
    }

    fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; LENGTH] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        let (version, rest) = bytes.split_first()?;
        let (lineage, rest) = rest.split_first_chunk()?;
        let (reader, rest) = rest.split_first_chunk()?;
        let (filter, rest) = rest.split_first_chunk()?;
        let sequence = i64::from_be_bytes(*rest.first_chunk()?);
        let cursor = Self { lineage: *lineage, reader: *reader, filter: *filter, sequence };
        (*version == VERSION && sequence >= 0).then_some(cursor)
    }

    /// Refuses a cursor of another history.
    ///
    /// # Errors
    /// 410 if the views were made anew since, so that it is not known what changed.
    pub fn expect_lineage(&self, lineage: &str) -> Result<(), Problem> {
        if self.lineage == digest(lineage) {
            return Ok(());
        }
        Err(start_again("The cursor is of a history that this service no longer has."))
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        let bytes =
            [&[VERSION][..], &self.lineage[..], &self.reader[..], &self.filter[..], &self.sequence.to_be_bytes()[..]];
        URL_SAFE_NO_PAD.encode(bytes.concat())
    }
}

fn malformed(why: &str) -> Problem {
    crate::query::malformed("since", why)
}

fn start_again(why: &str) -> Problem {
    Problem::gone(message!("start-again-without-since", "{why} Start again without since.", why))
}

fn digest<const N: usize>(text: &str) -> [u8; N] {
    let digest = Sha256::digest(text);
    std::array::from_fn(|index| digest[index])
}

fn reader(filter: &RecordFilter) -> [u8; 4] {
    digest(&match filter.reader.own {
        Some((organization, Audience::Staff)) => format!("staff of {organization}"),
        Some((organization, _)) => format!("members of {organization}"),
        None => "everyone".to_owned(),
    })
}

fn filtered(filter: &RecordFilter) -> String {
    let RecordFilter { from, to, event_format, organization_id, parts, reader: _, since: _ } = filter;
    format!("{from:?} {to:?} {event_format:?} {organization_id:?} {}", parts.bits())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use storage::{RecordPart, RecordParts, RecordReader};

    use super::*;

    fn filter(audience: Audience, part: RecordPart) -> RecordFilter {
        RecordFilter {
            reader: RecordReader { own: Some((3.into(), audience)) },
            parts: RecordParts::default().with(part),
            ..RecordFilter::default()
        }
    }

    #[test]
    fn a_cursor_is_read_back_by_the_same_reader_with_the_same_filter() {
        let ours = filter(Audience::Staff, RecordPart::Matches);
        let cursor = Cursor::new("abc", 77, &ours);
        assert_eq!(Cursor::read(&cursor.text(), &ours).unwrap(), cursor);
        assert!(cursor.text().len() <= domain::limits::EXPORT_PARAMETER);
        let status = |filter| Cursor::read(&cursor.text(), &filter).unwrap_err().status().as_u16();
        assert_eq!(status(filter(Audience::Staff, RecordPart::Rounds)), 400);
        assert_eq!(status(filter(Audience::Member, RecordPart::Matches)), 410);
        assert!(cursor.expect_lineage("abc").is_ok());
        assert_eq!(cursor.expect_lineage("abd").unwrap_err().status().as_u16(), 410);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[A-Za-z0-9_-]{0,40}") {
            let _ = Cursor::read(&text, &RecordFilter::default());
        }
    }
}
