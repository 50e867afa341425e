//! The table of the desk's pages. Their operations are only for staff; what a page sends to the interface is checked there
//! again.

use crate::desk::{
    audit, events, finish, judges, lists, pairings, paste, player, players, playoff, result, round, settings,
    standings, teams,
};
use crate::serving::router::pages;

pages! { "desk":
    GET "/desk/" ReadDesk events::show "Show the events at the desk";
    GET "/desk/events/new/" ManageEvents settings::show_new = new_event_show "Show the form of a new event";
    POST "/desk/events/new/" ManageEvents settings::send_new = new_event_send "Create an event";
    GET "/desk/people/" ReadPeople players::find = people_show "Show the people whose names begin with a text";
    GET "/desk/events/{id}/" ReadDesk events::show_current = at_work_show "Show the part of an event where the next step is";
    GET "/desk/events/{id}/live/" ReadDesk events::live = live_show "Follow the changes of an event at the desk" as EventStream;
    GET "/desk/events/{id}/copy/" ManageEvents settings::copy = new_event_copy "Show the form of a new event like another one";
    GET "/desk/events/{id}/players/" ReadDesk players::show "Show the players of an event";
    POST "/desk/events/{id}/players/" ManageRegistrations players::send "Register a player";
    GET "/desk/events/{id}/players/paste/" ManageRegistrations paste::show "Show the form for a list of players";
    POST "/desk/events/{id}/players/paste/" ManageRegistrations paste::send "Show a preview of a list of players, or register them";
    GET "/desk/events/{id}/check-in/" ManageRegistrations players::show_check_in = check_in_show "Show who is checked in";
    POST "/desk/events/{id}/check-in/" ManageRegistrations players::check_in = check_in_send "Check a player in, or take it back";
    GET "/desk/events/{id}/players/{registration_id}/" ReadDesk player::show "Show a player of an event";
    POST "/desk/events/{id}/players/{registration_id}/" ManageRegistrations player::send "Change a player's registration";
    GET "/desk/events/{id}/players/{registration_id}/late/" ReadDesk players::show_missed = missed_show "Show the rounds that a player missed";
    POST "/desk/events/{id}/players/{registration_id}/late/" ManageRegistrations players::send_missed = missed_send "Give byes or losses for missed rounds";
    GET "/desk/events/{id}/teams/" ReadDesk teams::show "Show the teams of an event";
    POST "/desk/events/{id}/teams/" ManageRegistrations teams::send "Form a team or drop one";
    GET "/desk/events/{id}/round/" ReadDesk round::show "Show the last round of an event";
    POST "/desk/events/{id}/round/" RunRounds round::send "Take the next step of a round";
    POST "/desk/events/{id}/clock/" RunRounds round::change_clock = clock_send of "/desk/events/{id}/round/" "Change the clock of the round";
    GET "/desk/events/{id}/rounds/{round_id}/" ReadDesk round::show_one "Show a round of an event";
    POST "/desk/events/{id}/results/" RunRounds round::enter_result = results_send of "/desk/events/{id}/round/" "Enter a result in one line";
    GET "/desk/events/{id}/matches/{match_id}/" ReadDesk result::show "Show a match, to enter its result";
    POST "/desk/events/{id}/matches/{match_id}/" RunRounds result::send "Enter or correct the result of a match";
    GET "/desk/events/{id}/swap/" RunRounds pairings::swap_form = swap_show "Show the form to exchange two players";
    POST "/desk/events/{id}/swap/" RunRounds pairings::swap = swap_send "Exchange two players in the pairings";
    GET "/desk/events/{id}/playoff/" ReadDesk playoff::show "Show the cut and the bracket of an event";
    POST "/desk/events/{id}/playoff/" RunRounds playoff::send "Make the cut";
    GET "/desk/events/{id}/pairings/" ReadDesk pairings::by_hand_form = by_hand_show "Show the form to pair players by hand";
    POST "/desk/events/{id}/pairings/" RunRounds pairings::pair_by_hand = by_hand_send "Pair players by hand, or remove a match";
    GET "/desk/events/{id}/standings/" ReadDesk standings::show "Show the standings of an event at the desk";
    GET "/desk/events/{id}/lists/" ReadDesk lists::show "Show who handed in a decklist";
    POST "/desk/events/{id}/lists/" ManageRegistrations lists::lock = lists_send "Lock or unlock the decklists";
    GET "/desk/events/{id}/lists/{registration_id}/" ReadDesk lists::show_one = list_show "Show a player's decklist";
    POST "/desk/events/{id}/lists/{registration_id}/" ManageRegistrations lists::lock_one = list_send "Lock or unlock a player's decklist";
    GET "/desk/events/{id}/judges/" ReadDesk judges::show "Show calls, penalties and deck checks of an event";
    POST "/desk/events/{id}/judges/" JudgeMatches judges::send "Take a step of judges";
    GET "/desk/events/{id}/settings/" ManageEvents settings::show "Show the form of an event's settings";
    POST "/desk/events/{id}/settings/" ManageEvents settings::send "Change an event's settings";
    GET "/desk/events/{id}/audit/" ReadDesk audit::show "Show what happened at an event";
    POST "/desk/events/{id}/audit/" JudgeMatches audit::send "Take a change of an event back";
    GET "/desk/events/{id}/finish/" ReadDesk finish::show "Show the end of an event";
    POST "/desk/events/{id}/finish/" ManageEvents finish::send "Take a step back at the end of an event";
    GET "/desk/events/{id}/cancel/" ManageEvents finish::show_cancel = cancel_show "Ask whether an event is to be canceled";
    POST "/desk/events/{id}/cancel/" ManageEvents finish::cancel = cancel_send "Cancel an event, or take that back";
    GET "/desk/events/{id}/delete/" ManageEvents finish::show_delete = delete_show "Ask whether an event is to be deleted";
    POST "/desk/events/{id}/delete/" ManageEvents finish::delete = delete_send "Delete an event";
    POST "/desk/events/{id}/status/" ManageEvents round::take_step = status_send of "/desk/events/{id}/round/" "Take the next step of an event's lifecycle";
}
