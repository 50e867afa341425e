//! Answers to requests that failed because of the store. They say whether anything may have been stored. The log
//! contains the cause and advice for the operator.

use service_kit::message;
use service_kit::problem::Problem;
use storage::StoreError;

const AWAY: &str = "The stored data cannot be reached at the moment. Please try again.";
const REPAIRED: &str = "Part of the requested data was damaged and is being restored. Please try again.";
const NOT_STORED: &str = "Nothing can be stored at the moment. Nothing was saved. Please try again.";
const CROWDED: &str = "Too many changes are waiting to be stored. Nothing was saved. Please try again.";
const NO_ROOM: &str = "There is no room left to store this. Nothing was saved.";
const DAMAGED: &str = "The stored data was found damaged, and the service accepts no writes until its operator has \
                       repaired it. Nothing was saved.";
const UNCERTAIN: &str = "The store failed during the write, so it is not known whether the change was made. Repeat the \
                         request with the same Idempotency-Key: the change is made only once.";
const UNANSWERED: &str = "The change was stored, but the answer cannot be read at the moment. Repeat the request with \
                          the same Idempotency-Key to get the answer.";

/// Returns the answer to a read.
pub fn store_failed(error: StoreError) -> Problem {
    let detail = match &error {
        StoreError::DamagedView(_) => message!("data-being-restored", REPAIRED),
        error if error.is_of_damaged_log() => message!("data-damaged", DAMAGED),
        error if error.is_unavailable() || error.is_full() => message!("data-away", AWAY),
        _ => return Problem::internal(error),
    };
    Problem::unavailable(detail, 1).with_source(error)
}

/// Returns the answer to a write that the store did not confirm.
pub fn write_failed(error: StoreError) -> Problem {
    if error.is_of_damaged_log() {
        Problem::unavailable(message!("data-damaged", DAMAGED), 60).with_source(error)
    } else if matches!(error, StoreError::Crowded) {
        Problem::unavailable(message!("too-many-writes-wait", CROWDED), 1).with_source(error)
    } else if error.is_uncertain() {
        Problem::unavailable(message!("write-uncertain", UNCERTAIN), 1).with_source(error)
    } else if error.is_full() {
        Problem::insufficient_storage(message!("no-room", NO_ROOM)).with_source(error)
    } else if error.is_unavailable() {
        Problem::unavailable(message!("not-stored", NOT_STORED), 1).with_source(error)
    } else {
        Problem::internal(error)
    }
}

/// Returns the answer to a write that was stored but whose result cannot be read.
pub fn answer_failed(error: StoreError) -> Problem {
    if error.is_unavailable() || error.is_full() {
        Problem::unavailable(message!("stored-but-unanswered", UNANSWERED), 1).with_source(error)
    } else {
        Problem::internal(error)
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;
    use std::sync::Arc;

    use super::*;

    fn disk(kind: ErrorKind) -> StoreError {
        std::io::Error::from(kind).into()
    }

    #[test]
    fn a_write_is_answered_with_whether_it_may_have_been_stored() {
        let uncertain = || StoreError::Uncertain("cut".into());
        for (error, status, text) in [
            (uncertain(), 503, UNCERTAIN),
            (StoreError::Shared(Arc::new(uncertain())), 503, UNCERTAIN),
            (disk(ErrorKind::StorageFull), 507, NO_ROOM),
            (StoreError::Shared(Arc::new(disk(ErrorKind::StorageFull))), 507, NO_ROOM),
            (disk(ErrorKind::ReadOnlyFilesystem), 503, NOT_STORED),
            (StoreError::Shared(Arc::new(StoreError::DamagedLog("a page".into()))), 503, DAMAGED),
            (disk(ErrorKind::ConnectionReset), 503, NOT_STORED),
            (StoreError::Closed, 503, NOT_STORED),
            (StoreError::Crowded, 503, CROWDED),
            (StoreError::Shared(Arc::new(StoreError::Closed)), 503, NOT_STORED),
            (
                StoreError::Damaged("a row".into()),
                500,
                "Something went wrong on our side. It has been logged; please try again later.",
            ),
        ] {
            let said = format!("{error}");
            let problem = write_failed(error);
            assert_eq!((problem.status().as_u16(), problem.detail()), (status, text), "{said}");
        }
    }

    #[test]
    fn a_read_is_put_off_while_the_store_is_away() {
        for (error, status) in [
            (StoreError::DamagedView(storage::Damage::Unknown), 503),
            (disk(ErrorKind::StorageFull), 503),
            (disk(ErrorKind::ConnectionReset), 503),
            (StoreError::Closed, 503),
            (StoreError::Damaged("a row".into()), 500),
        ] {
            let said = format!("{error}");
            assert_eq!(store_failed(error).status().as_u16(), status, "{said}");
        }
        assert_eq!(answer_failed(disk(ErrorKind::ConnectionReset)).detail(), UNANSWERED);
    }
}
