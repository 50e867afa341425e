//! The kinds of notifications: what people can switch on and off, for mail and for their phones.

/// Defines the kinds, each with its name in stored choices and in links, in the order in which pages list them.
macro_rules! kinds {
    ($($kind:ident = $name:literal, $doc:literal;)+) => {
        /// A kind of notification.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum NotificationKind { $(#[doc = $doc] $kind),+ }

        impl NotificationKind {
            /// Every kind.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$kind),+];

            /// Returns its name in stored choices and in links.
            pub fn wire_name(self) -> &'static str {
                match self { $(Self::$kind => $name),+ }
            }
        }
    };
}

kinds! {
    Pairings = "pairings", "The pairings of a round were published.";
    Reports = "reports", "An opponent reported a result, or contested one.";
    Judge = "judge", "A judge was called, or is on the way.";
    Clock = "clock", "The clock of a round has ended.";
    ListMissing = "list_missing", "A list is missing before its deadline.";
    Registration = "registration", "A registration was received, moved up from the waitlist, or canceled.";
    Offer = "offer", "A place was offered to a player on the waitlist, or a queue called the player.";
    EventChanged = "event_changed", "An event was moved or canceled.";
    Message = "message", "Staff wrote to players.";
    Digest = "digest", "New registrations, for staff.";
}

impl NotificationKind {
    /// Returns the kind with this name.
    pub fn from_wire_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.wire_name() == name)
    }

    /// Whether it goes to phones.
    pub fn is_pushed(self) -> bool {
        self != Self::Digest
    }

    /// Whether it goes by mail. A notification that is over in minutes does not.
    pub fn is_mailed(self) -> bool {
        !matches!(self, Self::Pairings | Self::Reports | Self::Judge | Self::Clock)
    }

    /// Returns the stored choice that switches it off for mail.
    pub fn off_by_mail(self) -> String {
        format!("mail:{}", self.wire_name())
    }

    /// Returns the stored choice that switches it off for phones.
    pub fn off_on_phones(self) -> String {
        format!("push:{}", self.wire_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_found_by_its_name_and_reaches_people_in_some_way() {
        for kind in NotificationKind::ALL {
            assert_eq!(NotificationKind::from_wire_name(kind.wire_name()), Some(kind));
            assert!(kind.is_pushed() || kind.is_mailed(), "{kind:?}");
        }
        assert_eq!(NotificationKind::from_wire_name("clock "), None);
    }
}
