//! The table of the sheets.

use crate::desk::print::{
    deck_checks, list_forms, overview, pairings, players, pods, qr_cards, seatings, slips, standings, tables, teams,
};
use crate::serving::router::pages;

pages! { "desk_print":
    GET "/desk/events/{id}/print/" ReadDesk overview::show "Show the sheets of an event to print";
    GET "/desk/events/{id}/print/pairings-by-name/" ReadDesk pairings::show "Print pairings by name";
    GET "/desk/events/{id}/print/pairings-by-table/" ReadDesk tables::show "Print pairings by table";
    GET "/desk/events/{id}/print/pairings-by-team/" ReadDesk teams::show "Print pairings by team";
    GET "/desk/events/{id}/print/slips/" ReadDesk slips::show "Print result slips";
    GET "/desk/events/{id}/print/seatings/" ReadDesk seatings::show "Print the seats of a meeting or a draft by name";
    GET "/desk/events/{id}/print/pods/" ReadDesk pods::show "Print draft pods";
    GET "/desk/events/{id}/print/standings/" ReadDesk standings::show "Print standings";
    GET "/desk/events/{id}/print/deck-checks/" ReadDesk deck_checks::show "Print the list of players for deck checks";
    GET "/desk/events/{id}/print/list-forms/" ReadDesk list_forms::show "Print forms for decklists";
    GET "/desk/events/{id}/print/qr-cards/" ReadDesk qr_cards::show "Print cards with the players' private links, or with the event's address";
    POST "/desk/events/{id}/print/qr-cards/" ManageRegistrations qr_cards::send "Make private links for all players";
    GET "/desk/events/{id}/print/players/" ReadDesk players::show "Print the list of all players";
}
