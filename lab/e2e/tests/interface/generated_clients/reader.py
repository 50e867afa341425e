"""Reads an event live, hands in a list and pulls the export, with a client generated from the OpenAPI document."""

import os
from typing import TypeVar

from crosstable_client import AuthenticatedClient
from crosstable_client.api.decklists import change_decklist, create_decklist
from crosstable_client.api.events import get_current_standings, get_event
from crosstable_client.api.export import export_tournaments
from crosstable_client.api.organizing import report_result
from crosstable_client.api.rounds import get_round, get_round_matches
from crosstable_client.models import (
    Decklist,
    DecklistBody,
    DecklistChange,
    Event,
    NewResult,
    ProgressStatus,
    RoundMatches,
    Standings,
    WrittenMatch,
)
from crosstable_client.models.round_ import Round

T = TypeVar("T")


def expect(kind: type[T], answer: object) -> T:
    """Returns the answer if it is of this kind, and not a problem."""
    assert isinstance(answer, kind), f"expected {kind.__name__}, got {answer!r}"
    return answer


def read_event(client: AuthenticatedClient, event_id: int) -> None:
    event = expect(Event, get_event.sync(event_id, client=client))
    rounds = [it for phase in event.tournament_phases for it in phase.rounds if it.status == ProgressStatus.IN_PROGRESS]
    assert len(rounds) == 1, rounds
    active = expect(Round, get_round.sync(rounds[0].id, client=client))
    before = expect(RoundMatches, get_round_matches.sync(active.id, client=client))
    unreported = [it for it in before.matches if it.status != ProgressStatus.COMPLETE]
    assert unreported, "a match without a result"
    table = unreported[0]
    won, lost = [player.user_event_status.id for player in table.players]
    games = NewResult.from_dict({"games_won": {str(won): 2, str(lost): 1}})
    written = report_result.sync(event_id, table.id, client=client, body=games)
    expect(WrittenMatch, written)
    while True:  # standings follow shortly after a result
        standings = expect(Standings, get_current_standings.sync(event_id, client=client)).standings
        after = expect(RoundMatches, get_round_matches.sync(active.id, client=client))
        reported = next(it for it in after.matches if it.id == table.id)
        if reported.status == ProgressStatus.COMPLETE:
            break
    assert len(standings) >= 2, standings
    assert standings[0].rank == 1, standings[0]


def hand_in(client: AuthenticatedClient) -> None:
    body = DecklistBody(name="Burn", plaintext_list="4 Lightning Bolt\n56 Mountain")
    created = expect(Decklist, create_decklist.sync(client=client, body=body))
    change = DecklistChange(name="Faster Burn")
    changed = expect(Decklist, change_decklist.sync(created.id, client=client, body=change))
    assert (changed.id, changed.name) == (created.id, "Faster Burn"), changed
    assert changed.plaintext_list == created.plaintext_list, changed


def pull_export(client: AuthenticatedClient) -> None:
    exported = expect(list, export_tournaments.sync(client=client, num_days=36500))
    assert exported, "finished tournaments"
    for tournament in exported:
        assert tournament.standings, tournament


def main() -> None:
    client = AuthenticatedClient(
        base_url=os.environ["ADDRESS"],
        token=os.environ["KEY"],
        prefix="",
        auth_header_name="X-API-Key",
        raise_on_unexpected_status=True,
    )
    read_event(client, int(os.environ["EVENT"]))
    hand_in(client)
    pull_export(client)


main()
