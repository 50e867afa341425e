//! Encryption of pushed messages, which only the browser can read (RFC 8291, with the content encoding of RFC 8188).

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, Salt};
use ring::rand::SystemRandom;
use service_kit::push_key::decode;
use service_kit::random;
use storage::notifications::PushSubscription;

/// Bytes of a salt.
const SALT: usize = 16;
/// Lengths of messages are rounded up to a multiple, so that they say little.
const STEP: usize = 1_024;
/// The declared size of records. There is one, which is shorter.
const RECORD_SIZE: u32 = 4_096;

/// Encrypts a message of at most 3,000 bytes with a key that is used once.
pub(super) fn encrypt(message: &[u8], subscription: &PushSubscription) -> Result<Vec<u8>, Unspecified> {
    let receiver = &*decode(&subscription.public_key).ok_or(Unspecified)?;
    let auth = &*decode(&subscription.auth).ok_or(Unspecified)?;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new())?;
    let own_public = own.compute_public_key()?;
    // A byte ends the message, and zeros follow.
    let mut record = [message, &[2]].concat();
    record.resize(record.len().next_multiple_of(STEP), 0);
    let seal = |shared: &[u8]| seal(record, receiver, auth, own_public.as_ref(), shared, &random::bytes());
    agree_ephemeral(own, &UnparsedPublicKey::new(&ECDH_P256, receiver), seal)?
}

/// Encrypts a record with a shared secret, and writes the header before it.
fn seal(
    mut record: Vec<u8>,
    receiver: &[u8],
    auth: &[u8],
    own_public: &[u8],
    shared: &[u8],
    salt: &[u8; SALT],
) -> Result<Vec<u8>, Unspecified> {
    let input: [u8; 32] = derive(auth, shared, &[b"WebPush: info\0", receiver, own_public])?;
    let key: [u8; 16] = derive(salt, &input, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce = derive(salt, &input, &[b"Content-Encoding: nonce\0"])?;
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
    let key_length = u8::try_from(own_public.len()).map_err(|_| Unspecified)?;
    Ok([salt.as_slice(), &RECORD_SIZE.to_be_bytes(), &[key_length][..], own_public, &record].concat())
}

/// Derives at most 32 bytes.
fn derive<const N: usize>(salt: &[u8], input: &[u8], info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut derived = [0; 32];
    Salt::new(HKDF_SHA256, salt).extract(input).expand(info, HKDF_SHA256)?.fill(&mut derived)?;
    derived.first_chunk().copied().ok_or(Unspecified)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        decode(text).unwrap()
    }

    fn receiver() -> PushSubscription {
        PushSubscription {
            id: 1,
            user_id: 9.into(),
            endpoint: "https://push.example/1".into(),
            public_key: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
                .into(),
            auth: "BTBZMqHH6r4Tts7J_aSIgg".into(),
            language: "en".into(),
        }
    }

    #[test]
    fn the_example_of_the_specification_becomes_its_bytes() {
        let own = bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let to = receiver();
        let salt = *bytes("DGv6ra1nlYgDCS1FRnbzlw").first_chunk().unwrap();
        let record = b"When I grow up, I want to be a watermelon\x02".to_vec();
        let sealed = seal(record, &bytes(&to.public_key), &bytes(&to.auth), &own, &shared, &salt).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(sealed, bytes(expected));
    }

    #[test]
    fn messages_of_different_lengths_have_one_length_and_fit() {
        let long = |length| encrypt(&vec![b'x'; length], &receiver()).unwrap().len();
        assert_eq!(long(1), long(1_000));
        assert!(long(3_000) <= 4_096);
        assert_ne!(encrypt(b"x", &receiver()).unwrap(), encrypt(b"x", &receiver()).unwrap());
    }

    #[test]
    fn keys_that_are_no_points_are_refused() {
        for public_key in [String::new(), "BBBB".into(), "A".repeat(87), "?".repeat(87)] {
            assert!(encrypt(b"x", &PushSubscription { public_key, ..receiver() }).is_err());
        }
    }
}
