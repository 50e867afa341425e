//! What a client is told when a store fails: to try again, where the store may be back soon.

use service_kit::problem::Problem;
use storage::StoreError;

const AWAY: &str = "What is stored cannot be reached at the moment. Please try again.";
const REPAIRED: &str = "A part of what is shown here was damaged, and is being made again. Please try again.";
const UNCERTAIN: &str = "The connection to the store broke, and it is not known whether this was carried out. Repeat the \
                         request with the same Idempotency-Key: then it is carried out once.";

/// The answer to a request that a failing store kept from being carried out.
pub fn store_failed(error: StoreError) -> Problem {
    let detail = match &error {
        StoreError::DamagedView(_) => REPAIRED,
        error if is_uncertain(error) => UNCERTAIN,
        error if error.is_unavailable() => AWAY,
        _ => return Problem::internal(error),
    };
    Problem::unavailable(detail, 1).with_source(error)
}

fn is_uncertain(error: &StoreError) -> bool {
    match error {
        StoreError::Uncertain(_) => true,
        StoreError::Shared(error) => is_uncertain(error),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn who_asks_while_the_store_is_away_is_told_to_come_back() {
        let uncertain = || StoreError::Uncertain("cut".into());
        for (error, status) in [
            (uncertain(), 503),
            (StoreError::Shared(Arc::new(uncertain())), 503),
            (StoreError::DamagedView(storage::Damage::Unknown), 503),
            (StoreError::Damaged("a row".into()), 500),
        ] {
            let said = format!("{error}");
            assert_eq!(store_failed(error).status().as_u16(), status, "{said}");
        }
    }
}
