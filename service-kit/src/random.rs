//! The only place that takes randomness from the operating system. All other code gets a seed, so that tests are
//! repeatable.

use rand::RngExt;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;

/// Digits and letters, in ASCII order.
pub(crate) const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns a secret of `length` digits and letters, each with 62 equally likely values.
pub fn secret_base62(length: usize) -> String {
    let mut generator = UnwrapErr(SysRng);
    (0..length).map(|_| char::from(BASE62[generator.random_range(0..BASE62.len())])).collect()
}

/// Returns random bytes, for the salt of a hash or for a mask.
pub fn bytes<const LENGTH: usize>() -> [u8; LENGTH] {
    UnwrapErr(SysRng).random()
}

/// Returns a seed for a random but repeatable process, such as the draw of a tournament.
pub fn seed() -> i64 {
    UnwrapErr(SysRng).random()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_have_their_length_and_all_letters() {
        for length in [0, 1, 30, 10_000] {
            let secret = secret_base62(length);
            assert_eq!(secret.len(), length);
            assert!(secret.bytes().all(|letter| BASE62.contains(&letter)));
            assert!(length < 10_000 || BASE62.iter().all(|letter| secret.as_bytes().contains(letter)));
        }
    }

    #[test]
    fn secrets_and_seeds_do_not_repeat() {
        assert_ne!(secret_base62(30), secret_base62(30));
        assert_ne!(seed(), seed());
    }
}
