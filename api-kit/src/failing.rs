//! What a caller is told when a store fails.

use service_kit::problem::Problem;
use storage::StoreError;

const AWAY: &str = "What this is answered from cannot be reached at the moment. Please try again.";

/// 503 where the store is away and asking again may help, else 500. For reads, which may always be repeated.
pub fn cannot_be_read(error: StoreError) -> Problem {
    if error.is_unavailable() {
        Problem::unavailable(AWAY, 1).with_source(error)
    } else {
        Problem::internal(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_pass_is_to_be_asked_again() {
        let away = StoreError::Shared(std::sync::Arc::new(StoreError::Uncertain("cut off".into())));
        assert_eq!(cannot_be_read(away).status(), 503);
        assert_eq!(cannot_be_read(StoreError::Damaged("a hole".into())).status(), 500);
    }
}
