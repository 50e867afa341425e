//! What the next page says was done. It travels in a cookie that names one of these, never in an address: so nobody can make
//! a link that lets a page of ours say something.

use axum::http::{HeaderMap, HeaderValue, header};

const COOKIE: &str = "crosstable_done";
/// Seconds until a browser forgets it, should no page come.
const SECONDS: u32 = 60;

macro_rules! done {
    ($($name:ident = $code:literal: $words:literal),+ $(,)?) => {
        /// Something that was done.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Done { $($name),+ }

        impl Done {
            fn code(self) -> &'static str {
                match self { $(Self::$name => $code),+ }
            }

            /// What is said of it.
            pub(crate) fn words(self) -> &'static str {
                match self { $(Self::$name => $words),+ }
            }

            fn from_code(code: &str) -> Option<Self> {
                match code { $($code => Some(Self::$name),)+ _ => None }
            }
        }
    };
}

done! {
    Saved = "saved": "Saved.",
    MemberAdded = "member-added": "The member was added.",
    Invited = "invited": "The person is invited, and becomes a member by accepting.",
    InvitationWithdrawn = "invitation-withdrawn": "The invitation was withdrawn.",
    Joined = "joined": "You are a member now.",
    Declined = "declined": "You declined the invitation.",
    Left = "left": "You left the organization. Your keys, tokens and sessions for it open nothing more.",
    RoleChanged = "role-changed": "The role was changed. It holds for the member's keys as well.",
    MemberRemoved = "member-removed": "The member was removed. Keys, tokens and sessions of that membership open nothing more.",
    KeyRevoked = "key-revoked": "The key was revoked. It opens nothing more.",
    TokenRevoked = "token-revoked": "The token was revoked. It opens nothing more.",
    PasswordSet = "password-set": "Your password was set. Every other session was signed out.",
    SessionsEnded = "sessions-ended": "Every other session was signed out.",
    Moved = "moved": "You work in this organization now.",
}

impl Done {
    /// `Set-Cookie` that tells the next page.
    pub(crate) fn cookie(self) -> HeaderValue {
        set(self.code(), SECONDS)
    }

    /// `Set-Cookie` of the page that said it.
    pub(crate) fn said() -> HeaderValue {
        set("", 0)
    }

    /// What a request's page is to say.
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
        assert_eq!(Done::of(&sent(&Done::KeyRevoked.cookie())), Some(Done::KeyRevoked));
        assert_eq!(Done::of(&sent(&Done::said())), None);
        assert_eq!(Done::of(&HeaderMap::new()), None);
        assert!(Done::said().to_str().unwrap().contains("Max-Age=0"));
    }
}
