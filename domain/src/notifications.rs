//! The kinds of notifications: what people can switch on and off, for mail and for their phones.

/// A kind of notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotificationKind {
    /// The pairings of a round were published.
    Pairings,
    /// An opponent reported a result, or contested one.
    Reports,
    /// A judge was called, or is on the way.
    Judge,
    /// The clock of a round has ended.
    Clock,
    /// A list is missing before its deadline.
    ListMissing,
    /// A registration was received, moved up from the waitlist, or canceled.
    Registration,
    /// An event was moved or canceled.
    EventChanged,
    /// Staff wrote to players.
    Message,
    /// New registrations, for staff.
    Digest,
}

impl NotificationKind {
    /// Every kind, in the order in which pages list them.
    pub const ALL: [Self; 9] = [
        Self::Pairings,
        Self::Reports,
        Self::Judge,
        Self::Clock,
        Self::ListMissing,
        Self::Registration,
        Self::EventChanged,
        Self::Message,
        Self::Digest,
    ];

    /// Returns its name in stored choices and in links.
    pub fn wire_name(self) -> &'static str {
        match self {
            Self::Pairings => "pairings",
            Self::Reports => "reports",
            Self::Judge => "judge",
            Self::Clock => "clock",
            Self::ListMissing => "list_missing",
            Self::Registration => "registration",
            Self::EventChanged => "event_changed",
            Self::Message => "message",
            Self::Digest => "digest",
        }
    }

    /// Returns the kind with this name.
    pub fn from_wire_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.wire_name() == name)
    }

    /// Whether it goes to phones.
    pub fn is_pushed(self) -> bool {
        self != Self::Digest
    }

    /// Whether it goes by mail. What is over in minutes does not.
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
