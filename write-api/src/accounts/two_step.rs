//! Two-step sign-in: after the password, people give a code of an authenticator app, or one of ten recovery codes.
//!
//! The secret of the app is derived from a secret that is stored with the log, the person, and the session epoch in which it
//! was shown, which ends then. So no secret of a person is stored, a backup keeps what is needed, and a secret that was seen
//! before the person ended all sessions is of no use. Events have the hashes of the recovery codes.

use service_kit::random;
use service_kit::totp::TotpSecret;
use sha2::{Digest, Sha256};

use super::stewardship::Steward;
use crate::letters::Contents;
use crate::prelude::*;

/// Number of recovery codes.
const CODES: usize = 10;
/// Letters of a recovery code, of 5 bits each.
const LENGTH: usize = 12;
/// The letters of recovery codes. Those that are easily confused on paper (`l`, `o`, `0`, `1`) are left out.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Recovery codes, to be shown once. They have no `Debug`, because they sign in.
pub struct RecoveryCodes(Vec<String>);

impl RecoveryCodes {
    /// Makes the codes.
    pub fn generate() -> Self {
        let letter = |byte: u8| char::from(LETTERS[usize::from(byte % 32)]);
        Self((0..CODES).map(|_| random::bytes::<LENGTH>().map(letter).iter().collect()).collect())
    }

    /// Returns the codes in groups of letters.
    pub fn shown(&self) -> Vec<String> {
        let groups = |code: &String| [&code[..4], &code[4..8], &code[8..]].join("-");
        self.0.iter().map(groups).collect()
    }

    fn hashes(&self) -> Vec<String> {
        self.0.iter().map(|code| hash(code)).collect()
    }
}

/// Returns the hash of a recovery code as it is typed, with or without its hyphens, in small or capital letters.
fn hash(code: &str) -> String {
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    service_kit::hex::hex(&Sha256::digest(code.to_ascii_lowercase()))
}

/// Switches two-step sign-in on, for a person who has given the right code of the app.
pub struct EnableTwoStep<'a> {
    /// The person.
    pub user_id: UserId,
    /// The session epoch in which the secret was shown.
    pub session_epoch: i64,
    /// The new recovery codes.
    pub codes: &'a RecoveryCodes,
}

decided_by!(person: EnableTwoStep<'_>, decide_to_enable);

/// Switches two-step sign-in off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisableTwoStep {
    /// The person.
    pub user_id: UserId,
    /// On whose behalf.
    pub steward: Steward,
}

decided_by!(person: DisableTwoStep, decide_to_disable);

impl WriteApi {
    /// Uses a person's recovery code up, as it is typed. Refused if it is not one of the person's.
    pub async fn use_recovery_code(&self, user_id: UserId, code: &str) -> Result<Written<User>, CommandError> {
        self.change_person(&Actor::User(user_id), user_id, |user, _| decide_recovery(user, code)).await
    }

    /// Warns a person by mail, once a day, that many wrong codes were given after the right password.
    pub async fn warn_of_codes(&self, user_id: UserId) -> Result<(), Failure> {
        let cause = format!("wrong-codes/{}", self.clock.now().date_naive());
        if let Some(letter) = self.own_letter(user_id, Contents::WrongCodes, cause).await? {
            self.events.queue_message(&letter).await?;
        }
        Ok(())
    }

    /// Returns the secret that a person's app has, or will have, by the session epoch in which it is shown.
    pub async fn totp_secret(&self, person: UserId, session_epoch: i64) -> Result<TotpSecret, StoreError> {
        let signer = self.own_signer("two-step sign-in").await?;
        Ok(TotpSecret::new(&signer.sign(format!("{person}/{session_epoch}").as_bytes())))
    }
}

/// Decides to switch it on, which is refused if it is on, or sessions ended since the secret was shown.
fn decide_to_enable(user: &User, command: &EnableTwoStep<'_>) -> Result<Vec<UserEvent>, Refusal> {
    let EnableTwoStep { session_epoch, codes, .. } = *command;
    if user.two_step.is_some() || session_epoch != user.session_epoch {
        return Err(wrong_code());
    }
    Ok(vec![UserEvent::TwoStepEnabled { session_epoch, recovery_sha256: codes.hashes() }])
}

/// Decides to switch it off, which is refused if the steward may not manage the account.
fn decide_to_disable(user: &User, command: &DisableTwoStep) -> Result<Vec<UserEvent>, Refusal> {
    command.steward.check(user)?;
    Ok(user.two_step.iter().map(|_| UserEvent::TwoStepDisabled {}).collect())
}

fn decide_recovery(user: &User, code: &str) -> Result<Vec<UserEvent>, Refusal> {
    let sha256 = hash(code);
    match &user.two_step {
        Some(two_step) if two_step.recovery_sha256.contains(&sha256) => {
            Ok(vec![UserEvent::RecoveryCodeUsed { sha256 }])
        }
        _ => Err(wrong_code()),
    }
}

/// The code is wrong, was used before, or is no longer one.
fn wrong_code() -> Refusal {
    Refusal::conflict(message!("account-wrong-code", "This code is wrong or was used before. Try the next one."))
}

#[cfg(test)]
mod tests {
    use domain::user::TwoStep;

    use super::*;
    use crate::testing::*;

    fn on(codes: &RecoveryCodes) -> User {
        let two_step = TwoStep { session_epoch: 0, recovery_sha256: codes.hashes() };
        User { two_step: Some(two_step), session_epoch: 1, ..User::new(UserId(9), profile("ada", "Ada")) }
    }

    #[test]
    fn it_is_switched_on_with_the_next_secret_and_off_once() {
        let codes = RecoveryCodes::generate();
        let off = User::new(UserId(9), profile("ada", "Ada"));
        let enable = |user: &User, session_epoch| {
            decide_to_enable(user, &EnableTwoStep { user_id: UserId(9), session_epoch, codes: &codes })
        };
        let disable = |user: &User, steward| decide_to_disable(user, &DisableTwoStep { user_id: UserId(9), steward });
        let enabled = UserEvent::TwoStepEnabled { session_epoch: 0, recovery_sha256: codes.hashes() };
        assert_eq!(enable(&off, 0), Ok(vec![enabled]));
        assert_eq!(coded(enable(&off, 1)), "account-wrong-code");
        assert_eq!(coded(enable(&on(&codes), 1)), "account-wrong-code");
        let was_on = User { two_step: None, ..on(&codes) };
        assert_eq!(coded(enable(&was_on, 0)), "account-wrong-code", "an earlier secret");
        assert_eq!(disable(&on(&codes), Steward::Person), Ok(vec![UserEvent::TwoStepDisabled {}]));
        assert_eq!(disable(&was_on, Steward::Operator), Ok(Vec::new()));
        assert_eq!(coded(disable(&on(&codes), administrator(&[1]))), "account-not-theirs");
    }

    #[test]
    fn each_recovery_code_is_used_once_however_it_is_typed() {
        let codes = RecoveryCodes::generate();
        let shown = codes.shown();
        assert_eq!((shown.len(), shown[0].len()), (10, 14));
        let mut user = on(&codes);
        for typed in [shown[3].clone(), shown[3].replace('-', " "), shown[3].replace('-', "").to_uppercase()] {
            let sha256 = codes.hashes()[3].clone();
            assert_eq!(decide_recovery(&user, &typed), Ok(vec![UserEvent::RecoveryCodeUsed { sha256 }]));
        }
        user.two_step.as_mut().unwrap().recovery_sha256.remove(3);
        assert_eq!(coded(decide_recovery(&user, &shown[3])), "account-wrong-code");
        assert_eq!(coded(decide_recovery(&user, "")), "account-wrong-code");
        assert_eq!(coded(decide_recovery(&User { two_step: None, ..user }, &shown[4])), "account-wrong-code");
    }
}
