//! States of all kinds of streams are created by their first event and changed by the others: the functions for it.

/// Gives a state the functions that fold its stream, given what its own events mean: `create` returns the state after the
/// first event, if it is one that begins a stream, and `apply_event` changes the state. The
/// state is named as the kind of its stream.
macro_rules! aggregate {
    ($kind:ident) => {
        impl $kind {
            /// Builds the state from its whole stream.
            pub fn from_events<'a>(
                events: impl IntoIterator<Item = &'a ::proto_events::Envelope>,
            ) -> Result<Self, $crate::FoldError> {
                let mut events = events.into_iter();
                let mut state = Self::created(events.next().ok_or($crate::FoldError::NotCreated)?)?;
                events.try_for_each(|event| state.apply(event))?;
                Ok(state)
            }

            /// Creates the state from the first event of its stream.
            pub fn created(first: &::proto_events::Envelope) -> Result<Self, $crate::FoldError> {
                match &first.event {
                    ::proto_events::DomainEvent::$kind(event) => {
                        Self::create(event, first).ok_or($crate::FoldError::NotCreated)
                    }
                    other => Err($crate::FoldError::of_kind(::proto_events::StreamKind::$kind, other)),
                }
            }

            /// Applies one more event.
            ///
            /// # Errors
            /// When the event does not fit the earlier ones; the state is then unchanged.
            pub fn apply(&mut self, envelope: &::proto_events::Envelope) -> Result<(), $crate::FoldError> {
                match &envelope.event {
                    ::proto_events::DomainEvent::$kind(event) => self.apply_event(event, envelope),
                    other => Err($crate::FoldError::of_kind(::proto_events::StreamKind::$kind, other)),
                }
            }
        }
    };
}
