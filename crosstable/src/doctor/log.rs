//! Checks that the positions of the log have no gap.

use storage::inspect::LogFacts;

use super::finding::Finding;

const CHECK: &str = "log";

pub(super) fn check(facts: &LogFacts) -> Finding {
    let LogFacts { head, last, events } = *facts;
    if head == last && head.0 == events {
        return Finding::fine(CHECK, format!("it holds {events} events without a gap"));
    }
    Finding::wrong(
        CHECK,
        format!("its counter is {head}, its last event is {last}, and it holds {events} events"),
        "events were lost or added by another program: stop the service, restore the log from a backup, and check the disk",
    )
}

#[cfg(test)]
mod tests {
    use proto_events::Position;

    use super::super::finding::State;
    use super::*;

    #[test]
    fn a_log_is_as_long_as_its_counter_says() {
        let state = |head, last, events| check(&LogFacts { head: Position(head), last: Position(last), events }).state;
        assert_eq!((state(0, 0, 0), state(7, 7, 7)), (State::Fine, State::Fine));
        assert_eq!([state(7, 6, 6), state(7, 7, 6), state(6, 7, 7)], [State::Wrong; 3]);
    }
}
