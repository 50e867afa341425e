//! Messages about a completed action, for the next page. A cookie names the message. It is never part of an address, so
//! that no link can make a page show a message.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::texts::Texts;

const COOKIE: &str = "crosstable_done";
/// Lifetime of the cookie in seconds, if no page follows.
const SECONDS: u32 = 60;

macro_rules! completed {
    ($($name:ident = $code:literal: $text:literal),+ $(,)?) => {
        /// A completed action.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Completed { $($name),+ }

        impl Completed {
            fn code(self) -> &'static str {
                match self { $(Self::$name => $code),+ }
            }

            pub(crate) fn text(self, texts: &Texts) -> String {
                texts.say(match self { $(Self::$name => $text),+ })
            }

            fn from_code(code: &str) -> Option<Self> {
                match code { $($code => Some(Self::$name),)+ _ => None }
            }
        }
    };
}

completed! {
    Saved = "saved": "frame-done-saved",
    MemberAdded = "member-added": "frame-done-member-added",
    Invited = "invited": "frame-done-invited",
    InvitationWithdrawn = "invitation-withdrawn": "frame-done-invitation-withdrawn",
    Joined = "joined": "frame-done-joined",
    Declined = "declined": "frame-done-declined",
    Left = "left": "frame-done-left",
    RoleChanged = "role-changed": "frame-done-role-changed",
    MemberRemoved = "member-removed": "frame-done-member-removed",
    PersonErased = "person-erased": "frame-done-person-erased",
    KeyRevoked = "key-revoked": "frame-done-key-revoked",
    WebhookRemoved = "webhook-removed": "frame-done-webhook-removed",
    MessagesResent = "messages-resent": "frame-done-messages-resent",
    TokenRevoked = "token-revoked": "frame-done-token-revoked",
    PasswordSet = "password-set": "frame-done-password-set",
    SessionsEnded = "sessions-ended": "frame-done-sessions-ended",
    EventCanceled = "event-canceled": "frame-done-event-canceled",
    EventResumed = "event-resumed": "frame-done-event-resumed",
    TakenBack = "taken-back": "frame-done-taken-back",
    EventDeleted = "event-deleted": "frame-done-event-deleted",
    PlayerRegistered = "registered": "frame-done-player-registered",
    Moved = "moved": "frame-done-moved",
}

impl Completed {
    /// Returns the `Set-Cookie` header for the next page.
    pub(crate) fn cookie(self) -> HeaderValue {
        set(self.code(), SECONDS)
    }

    /// Returns the `Set-Cookie` header that removes the shown message.
    pub(crate) fn cleared_cookie() -> HeaderValue {
        set("", 0)
    }

    /// Returns the message that a request's page must show.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(name, _)| *name == COOKIE).and_then(|(_, code)| Self::from_code(code))
    }
}

fn set(code: &str, seconds: u32) -> HeaderValue {
    let cookie = format!("{COOKIE}={code}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax");
    HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(set: &HeaderValue) -> HeaderMap {
        let pair = set.to_str().unwrap().split(';').next().unwrap();
        [(header::COOKIE, format!("other=1; {pair}").parse().unwrap())].into_iter().collect()
    }

    #[test]
    fn what_was_done_is_said_on_the_next_page_alone() {
        assert_eq!(Completed::of(&sent(&Completed::KeyRevoked.cookie())), Some(Completed::KeyRevoked));
        assert_eq!(Completed::of(&sent(&Completed::cleared_cookie())), None);
        assert_eq!(Completed::of(&HeaderMap::new()), None);
        assert!(Completed::cleared_cookie().to_str().unwrap().contains("Max-Age=0"));
    }
}
