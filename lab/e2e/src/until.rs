//! Waits until the app is in a state.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// How long a test waits for a state, also on a slow machine.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// Interval between two looks.
const LOOK: Duration = Duration::from_millis(20);

/// Asks until there is a value, and returns it. Panics with the last error if there is none in time.
pub async fn until<T, E: Debug>(what: &str, ask: impl AsyncFn() -> Result<T, E>) -> T {
    let waiting = Instant::now();
    loop {
        match ask().await {
            Ok(found) => return found,
            Err(state) if waiting.elapsed() > PATIENCE => panic!("{what}: {state:#?}"),
            Err(_) => tokio::time::sleep(LOOK).await,
        }
    }
}

/// A state that is the wanted one, or not yet.
///
/// # Errors
/// With the state if it is another one.
pub fn wanted<T>(state: T, is_it: impl FnOnce(&T) -> bool) -> Result<T, T> {
    if is_it(&state) { Ok(state) } else { Err(state) }
}
