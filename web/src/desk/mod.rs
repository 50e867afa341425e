//! The desk: pages on which staff run an event.
//!
//! A page is drawn from the newest state of the event, which the write side keeps in memory, so it is never behind. A form
//! runs typed commands of the write side (`Desk::run`, `serving/interface.rs`); no page can do anything else. Every page
//! works without scripts: after a step, the browser is sent to the page that the next step is on.
//!
//! `event.rs` reads an event, `next_step.rs` says what is to be done next, `words.rs` reads typed results and names
//! rounds and results, `done.rs` says what a step did,
//! `paging.rs` divides long lists, `print` has the sheets of paper. Most other files are pages: a function that shows the page
//! for GET, and one that carries out its form for POST. A refused form is shown again with
//! `serving::failures::PageError::Form`. Texts are in the catalogue, `texts/en/`.
//!
//! In the table, pages with `(Desk)` get the event in the path. Operations are only for staff; what a page sends to the
//! interface is checked there again.

mod audit;
pub(crate) mod audit_words;
mod bracket;
pub(crate) mod conventions;
mod deliveries;
mod done;
mod door;
mod event;
pub(crate) mod event_form;
pub(crate) mod events;
mod figures;
mod finish;
mod floor;
mod judges;
mod judging;
mod lists;
mod meanwhile;
mod messages;
mod next_step;
mod paging;
mod pairings;
mod paste;
mod penalties;
mod picture;
mod player;
mod players;
mod playoff;
pub(crate) mod print;
mod recompute;
mod result;
mod round;
pub(crate) mod series;
mod settings;
mod several;
mod staff;
mod tables;
mod teams;
#[cfg(test)]
pub(crate) mod testing;
mod undo;
pub(crate) mod words;

use crate::desk::event::Desk;
use crate::serving::router::pages;

pages! { "desk":
    GET "/desk/" ReadDesk events::show "Show the events at the desk";
    GET "/desk/floor/" ReadDesk floor::show "Show the tables of all running events";
    GET "/desk/events/new/" ManageEvents settings::show_new = new_event_show "Show the form of a new event";
    POST "/desk/events/new/" ManageEvents settings::send_new = new_event_send "Create an event";
    GET "/desk/people/" ReadPeople players::find = people_show "Show the people whose names begin with a text";
    GET "/desk/events/{id}/" ReadDesk(Desk) events::show_current = at_work_show "Show the part of an event where the next step is";
    GET "/desk/events/{id}/live/" ReadDesk events::live = live_show "Follow the changes of an event at the desk" as EventStream;
    GET "/desk/events/{id}/copy/" ManageEvents(Desk) settings::copy = new_event_copy "Show the form of a new event like another one";
    POST "/desk/events/{id}/copy/" ManageEvents(Desk) settings::send_copy = event_copy_send "Create an event like another one, with its players";
    GET "/desk/events/{id}/players/" ReadDesk(Desk) players::show "Show the players of an event";
    POST "/desk/events/{id}/players/" ManageRegistrations(Desk) players::send "Register a player";
    POST "/desk/events/{id}/approvals/" ManageRegistrations(Desk) door::answer = approvals_send of "/desk/events/{id}/players/" "Approve or decline players who registered themselves";
    POST "/desk/events/{id}/join-code/" ManageRegistrations(Desk) door::make_code = join_code_send of "/desk/events/{id}/players/" "Make another join code";
    GET "/desk/events/{id}/players/paste/" ManageRegistrations(Desk) paste::show "Show the form for a list of players";
    POST "/desk/events/{id}/players/paste/" ManageRegistrations(Desk) paste::send "Show a preview of a list of players, or register them";
    GET "/desk/events/{id}/players/several/" ManageRegistrations(Desk) several::show "Show players to tick";
    POST "/desk/events/{id}/players/several/" ManageRegistrations(Desk) several::send "Move several players to another event";
    GET "/desk/events/{id}/check-in/" ManageRegistrations(Desk) players::show_check_in = check_in_show "Show who is checked in";
    POST "/desk/events/{id}/check-in/" ManageRegistrations(Desk) players::check_in = check_in_send "Check a player in, or take it back";
    GET "/desk/events/{id}/players/{registration_id}/" ReadDesk(Desk) player::show "Show a player of an event";
    POST "/desk/events/{id}/players/{registration_id}/" ManageRegistrations(Desk) player::send "Change a player's registration";
    GET "/desk/events/{id}/players/{registration_id}/late/" ReadDesk(Desk) players::show_missed = missed_show "Show the rounds that a player missed";
    POST "/desk/events/{id}/players/{registration_id}/late/" ManageRegistrations(Desk) players::send_missed = missed_send "Give byes or losses for missed rounds";
    GET "/desk/events/{id}/messages/" ManageRegistrations(Desk) messages::show "Show the form to write to players";
    POST "/desk/events/{id}/messages/" ManageRegistrations(Desk) messages::send "Show a preview of a message to players, or send it";
    GET "/desk/events/{id}/deliveries/" ManageRegistrations(Desk) deliveries::show = failed_messages_show "Show the messages about an event that did not arrive";
    GET "/desk/events/{id}/teams/" ReadDesk(Desk) teams::show "Show the teams of an event";
    POST "/desk/events/{id}/teams/" ManageRegistrations(Desk) teams::send "Form a team or drop one";
    GET "/desk/events/{id}/round/" ReadDesk(Desk) round::show "Show the last round of an event";
    POST "/desk/events/{id}/round/" RunRounds(Desk) round::send "Take the next step of a round";
    POST "/desk/events/{id}/clock/" RunRounds(Desk) round::change_clock = clock_send of "/desk/events/{id}/round/" "Change the clock of the round";
    GET "/desk/events/{id}/rounds/{round_id}/" ReadDesk(Desk) round::show_one "Show a round of an event";
    POST "/desk/events/{id}/results/" RunRounds(Desk) round::enter_result = results_send of "/desk/events/{id}/round/" "Enter a result in one line";
    GET "/desk/events/{id}/matches/{match_id}/" ReadDesk(Desk) result::show "Show a match, to enter its result";
    POST "/desk/events/{id}/matches/{match_id}/" RunRounds(Desk) result::send "Enter or correct the result of a match";
    GET "/desk/events/{id}/swap/" RunRounds(Desk) pairings::swap_form = swap_show "Show the form to exchange two players";
    POST "/desk/events/{id}/swap/" RunRounds(Desk) pairings::swap = swap_send "Exchange two players in the pairings";
    GET "/desk/events/{id}/playoff/" ReadDesk(Desk) playoff::show "Show the cut and the bracket of an event";
    POST "/desk/events/{id}/playoff/" RunRounds(Desk) playoff::send "Make the cut";
    GET "/desk/events/{id}/pairings/" ReadDesk(Desk) pairings::by_hand_form = by_hand_show "Show the form to pair players by hand";
    POST "/desk/events/{id}/pairings/" RunRounds(Desk) pairings::pair_by_hand = by_hand_send "Pair players by hand, or remove a match";
    GET "/desk/events/{id}/standings/" ReadDesk(Desk) playoff::show_standings = standings_show "Show the standings of an event at the desk";
    GET "/desk/events/{id}/recompute/" ReadDesk(Desk) recompute::show "Show the standings of an event under other rules";
    GET "/desk/events/{id}/lists/" ReadDesk(Desk) lists::show "Show who handed in a decklist";
    POST "/desk/events/{id}/lists/" ManageRegistrations(Desk) lists::lock = lists_send "Lock or unlock the decklists";
    GET "/desk/events/{id}/lists/{registration_id}/" ReadDesk(Desk) lists::show_one = list_show "Show a player's decklist";
    POST "/desk/events/{id}/lists/{registration_id}/" ManageRegistrations(Desk) lists::lock_one = list_send "Lock or unlock a player's decklist";
    GET "/desk/events/{id}/judges/" ReadDesk(Desk) judges::show "Show calls, penalties and deck checks of an event";
    POST "/desk/events/{id}/judges/" JudgeMatches(Desk) judges::send "Take a step of judges";
    GET "/desk/events/{id}/settings/" ManageEvents(Desk) settings::show "Show the form of an event's settings";
    POST "/desk/events/{id}/settings/" ManageEvents(Desk) settings::send "Change an event's settings";
    GET "/desk/events/{id}/series/" ManageEvents(Desk) series::new_form = new_series_show "Show the form of a new series like an event";
    POST "/desk/events/{id}/series/" ManageEvents(Desk) series::plan = new_series_send "Plan a series of events";
    GET "/desk/series/" ReadDesk series::list "Show the series of events";
    GET "/desk/series/{id}/" ReadDesk series::show "Show a series of events with its coming days";
    POST "/desk/series/{id}/" ManageEvents series::send "Skip a day of a series, take that back, or take up a series that has ended";
    GET "/desk/series/{id}/change/" ManageEvents series::change_form = series_change_show "Show the form of the plan of a series";
    POST "/desk/series/{id}/change/" ManageEvents series::change = series_change_send "Change the plan of a series";
    POST "/desk/series/{id}/end/" ManageEvents series::end = series_end_send of "/desk/series/{id}/" "End a series";
    GET "/desk/events/{id}/picture/" ManageEvents(Desk) picture::show "Show the form of an event's picture";
    POST "/desk/events/{id}/picture/" ManageEvents(Desk) picture::save = picture_send "Set or remove an event's picture";
    GET "/desk/events/{id}/staff/" ManageEvents(Desk) staff::show "Show the members with a role for an event";
    POST "/desk/events/{id}/staff/" ManageEvents(Desk) staff::send "Give a member a role for an event, or take it back";
    GET "/desk/events/{id}/figures/" ReadDesk(Desk) figures::show "Show the registrations and the lengths of the rounds of an event";
    GET "/desk/events/{id}/audit/" ReadDesk(Desk) audit::show "Show what happened at an event";
    POST "/desk/events/{id}/audit/" JudgeMatches(Desk) audit::send "Take a change of an event back";
    GET "/desk/events/{id}/finish/" ReadDesk(Desk) finish::show "Show the end of an event";
    POST "/desk/events/{id}/finish/" ManageEvents(Desk) finish::send "Take a step back at the end of an event";
    GET "/desk/events/{id}/cancel/" ManageEvents(Desk) finish::show_cancel = cancel_show "Ask whether an event is to be canceled";
    POST "/desk/events/{id}/cancel/" ManageEvents(Desk) finish::cancel = cancel_send "Cancel an event, or take that back";
    GET "/desk/events/{id}/delete/" ManageEvents(Desk) finish::show_delete = delete_show "Ask whether an event is to be deleted";
    POST "/desk/events/{id}/delete/" ManageEvents(Desk) finish::delete = delete_send "Delete an event";
    POST "/desk/events/{id}/status/" ManageEvents(Desk) round::take_step = status_send of "/desk/events/{id}/round/" "Take the next step of an event's lifecycle";
}
