# Canceling and deleting an event, its audit, its end, and what others changed in the meantime.

## Cancel and delete

desk-next-canceled = The event is canceled. You can undo this in the settings.
desk-end-title = Cancel or delete
desk-end-hint = A canceled event stays visible. A deleted event is gone for good.
desk-do-to-cancel = Cancel the event
desk-do-to-resume = Undo the cancellation
desk-do-to-delete = Delete the event
desk-to-settings = Back to the settings
desk-cancel-title = Cancel this event
desk-cancel-visible = The event stays visible, marked “Canceled”.
desk-cancel-closed = No player can register, and no round can be paired or played.
desk-cancel-players = { $players ->
    [0] No one is registered.
    [one] { $players } player is registered and gets no message: tell this person yourself.
   *[other] { $players } players are registered and get no message: tell them yourself.
}
desk-cancel-back = You can undo this at any time.
desk-cancel-over = The event has taken place, so it cannot be canceled. You can delete it.
desk-resume-title = Undo the cancellation
desk-resume-effect = The event is open again, as it was before it was canceled: players can register if registration is open, and rounds can be played.
desk-do-resume-event = Undo the cancellation
desk-delete-title = Delete this event
desk-delete-what = { $players ->
    [one] { $players } registration
   *[other] { $players } registrations
} and { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
} are deleted with it, with all results.
desk-delete-everywhere = The event disappears from every list, every page and the export. Its address stops working.
desk-delete-lists = Decklists stay with the people who own them.
desk-delete-for-ever = This cannot be undone.
desk-delete-name = To confirm, type the name of the event
desk-delete-name-differs = That is not the name of the event. Type: { $name }

## Decklists

desk-lists-deadline = Players can hand in and change their lists until
desk-lists-no-deadline = No deadline is set: players can hand in and change their lists until the event starts.
desk-lists-closed = No deadline was set: players could hand in and change their lists until the event started.
desk-lists-staff = Only staff can see the lists.
desk-lists-public = The lists are published and fixed.
desk-deck = Deck
desk-cards = Cards
desk-deck-count = { $board } { $count }
desk-deck-elsewhere = A link
desk-board-commander = Commander
desk-board-companion = Companion
desk-board-main = Main deck
desk-board-sideboard = Sideboard
desk-board-maybeboard = Not played
desk-not-understood-count = { $count ->
    [one] { $count } line was not understood
   *[other] { $count } lines were not understood
}
desk-line = Line { $number }:
desk-deck-made = Handed in on
desk-deck-fixed = This version counts, even if the player changes the list later.
desk-deck-on-paper = This player hands in the list on paper.
desk-deck-missing = This player has not handed in a list.
desk-deck-text = The list as it was handed in
desk-do-lock-one = Lock this list
desk-do-unlock-one = Unlock this list
desk-to-lists = All decklists

## The audit: who did what. `by` is a person, a key or the service.

desk-audit-title = What happened
desk-audit-hint = Newest first. Some changes can be undone here.
desk-audit-none = Nothing older.
desk-audit-older = Older
desk-audit-newest = Newest
desk-audit-moved-on = This can no longer be undone: the event has changed in the meantime. This page shows the current state.
desk-by-service = The service
desk-by-operator = The operator of the server
desk-by-private-link = { $player } (by the private link)
desk-by-key = The key “{ $key }”
desk-audit-round = round { $number }
desk-audit-meeting = the player meeting
desk-audit-created = { $by } created the event.
desk-audit-imported = { $by } imported the event, as it was played on { $platform }.
desk-audit-deleted = { $by } deleted the event.
desk-audit-details-changed = { $known ->
    [yes] { $by } changed the settings: { $fields }.
   *[no] { $by } changed the settings.
}
desk-audit-picture-set = { $picture ->
    [none] { $by } removed the picture.
   *[some] { $by } set the picture.
}
desk-audit-staff-assigned = { $role ->
    [none] { $by } ended the role of { $person } for this event.
   *[other] { $by } gave { $person } the role “{ $role_name }” for this event.
}
desk-audit-organizing-changed = { $known ->
    [yes] { $by } changed the settings: { $fields }.
   *[no] { $by } changed the settings.
}
desk-audit-lifecycle-changed = { $by } changed the status of the event to “{ $status }”.
desk-audit-lists-locked = { $by } locked all decklists.
desk-audit-lists-unlocked = { $by } unlocked all decklists.
desk-audit-list-revisions-fixed = { $count ->
    [one] The version of { $count } decklist that counts was fixed.
   *[other] The versions of { $count } decklists that count were fixed.
}
desk-audit-team-formed = { $by } formed the team { $team_name }.
desk-audit-team-dropped = { $by } dropped the team { $team }.
desk-audit-player-registered = { $own ->
    [yes] { $by } registered.
   *[no] { $by } registered { $player }.
}
desk-audit-registration-status-changed = { $own ->
    [yes] { $by } changed their own registration to “{ $status }”.
   *[no] { $by } changed the registration of { $player } to “{ $status }”.
}
desk-audit-player-dropped = { $own ->
    [yes] { $by } dropped.
   *[no] { $by } dropped { $player }.
}
desk-audit-player-disqualified = { $by } disqualified { $player }.
desk-audit-place-offered = { $by } offered a place to { $player }.
desk-audit-place-declined = { $own ->
    [yes] { $by } declined the offered place.
   *[no] { $by } declined the offered place for { $player }.
}
desk-audit-offer-expired = { $player } did not take the offered place in time.
desk-audit-payment-changed = { $by } changed the payment of { $player }.
desk-audit-check-in-changed = { $status ->
    [CHECKED_IN] { $own ->
        [yes] { $by } checked in.
       *[no] { $by } checked { $player } in.
    }
    [DECLINED] { $by } noted that { $player } does not check in.
    [TIMED_OUT] { $by } noted that { $player } did not answer in time.
    [WAITING_FOR_PLAYER_RESPONSE] { $by } called { $player } to check in.
    [none] { $by } took the check-in of { $player } back.
   *[other] { $by } put { $player } into the check-in queue.
}
desk-audit-queue-group-changed = { $role ->
    [some] { $by } put { $player } into a group.
   *[none] { $by } took { $player } out of the group.
}
desk-audit-tags-changed = { $count ->
    [0] { $by } removed the tags of { $player }.
   *[other] { $by } tagged { $player }: { $tags }.
}
desk-audit-notes-changed = { $by } changed the note on { $player }.
desk-audit-seat-fixed = { $fixed_seat ->
    [none] { $by } removed the fixed table of { $player }.
   *[other] { $by } gave { $player } the fixed table { $fixed_seat }.
}
desk-audit-byes-awarded = { $count ->
    [0] { $by } took the byes of { $player } back.
   *[other] { $by } gave { $player } byes in these rounds: { $round_numbers }.
}
desk-audit-paper-decklist-marked = { $using_paper_decklist ->
    [yes] { $by } noted that { $player } hands in the decklist on paper.
   *[no] { $by } noted that { $player } does not hand in the decklist on paper.
}
desk-audit-decklist-attached = { $decklist_id ->
    [none] { $own ->
        [yes] { $by } withdrew the decklist.
       *[no] { $by } removed the decklist of { $player }.
    }
   *[some] { $own ->
        [yes] { $by } handed in a decklist.
       *[no] { $by } handed in a decklist for { $player }.
    }
}
desk-audit-list-locked = { $by } locked the decklist of { $player }.
desk-audit-list-unlocked = { $by } unlocked the decklist of { $player }.
desk-audit-private-link-made = { $by } made a private link for { $player }.
desk-audit-private-link-revoked = { $by } revoked the private link of { $player }.
desk-audit-join-code-made = { $by } made a new join code.
desk-audit-phase-added = A new part of the event began: { $round_type }.
desk-audit-round-added = { $by } added { $round }.
desk-audit-matches-paired = { $count ->
    [one] { $by } paired { $count } table of { $round }.
   *[other] { $by } paired { $count } tables of { $round }.
}
desk-audit-teams-paired = { $count ->
    [one] { $by } paired { $count } team match of { $round }.
   *[other] { $by } paired { $count } team matches of { $round }.
}
desk-audit-pairings-completed = The pairings of { $round } were complete.
desk-audit-pairings-hidden = Only staff saw the pairings of { $round }.
desk-audit-pairings-published = { $by } published the pairings of { $round }.
desk-audit-pairings-discarded = { $by } discarded the pairings of { $round }.
desk-audit-round-removed = { $by } removed { $round }.
desk-audit-round-started = { $by } started { $round }.
desk-audit-round-completed = { $by } completed { $round }.
desk-audit-clock-changed = { $runs ->
    [yes] { $by } set the clock of { $round }: it runs, and has { $minutes } minutes.
   *[no] { $by } set the clock of { $round }: it is paused, with { $left } left.
}
desk-audit-cut-made = { $by } made the cut: { $count } advanced.
desk-audit-ties-drawn = The order of players with equal standings was drawn.
desk-audit-game-wins-stated = { $by } entered game-win percentages.
desk-audit-places-stated = { $by } entered the published final places.
desk-audit-result-reported = { $by } reported { $result } at table { $table } of { $round }: { $players }.
desk-audit-result-corrected = { $by } corrected the result at table { $table } of { $round } to { $result }: { $players }.
desk-audit-result-confirmed = { $by } confirmed the result at table { $table } of { $round }.
desk-audit-result-contested = { $by } contested the result at table { $table } of { $round }.
desk-audit-team-result-reported = { $by } reported { $result } in { $round }: { $teams }.
desk-audit-match-featured = { $is_feature_match ->
    [yes] { $by } made table { $table } of { $round } a feature match.
   *[no] { $by } took the mark as a feature match from table { $table } of { $round }.
}
desk-audit-judge-assigned = { $judge_user_id ->
    [none] { $by } took the judge from table { $table } of { $round }.
   *[some] { $by } assigned { $judge } to table { $table } of { $round }.
}
desk-audit-time-extended = { $minutes ->
    [0] { $by } took the extra time of table { $table } of { $round } back.
    [one] { $by } gave { $minutes } extra minute to table { $table } of { $round }.
   *[other] { $by } gave { $minutes } extra minutes to table { $table } of { $round }.
}
desk-audit-deck-check-marked = { $completed ->
    [yes] { $by } completed the deck check at table { $table } of { $round }.
   *[no] { $started ->
        [yes] { $by } started a deck check at table { $table } of { $round }.
       *[no] { $by } took the deck check at table { $table } of { $round } back.
    }
}
desk-audit-penalty-issued = { $by } gave { $player } a penalty: { $penalty } for { $infraction }.
desk-audit-penalty-withdrawn = { $by } withdrew a penalty of { $player }: { $penalty } for { $infraction }.
desk-audit-penalty-restored = { $by } restored a penalty of { $player }: { $penalty } for { $infraction }.
desk-audit-judge-called = { $table ->
    [0] { $by } called a judge.
   *[other] { $by } called a judge to table { $table }.
}
desk-audit-call-answered = { $table ->
    [0] { $by } took a call for a judge.
   *[other] { $by } took the call for a judge to table { $table }.
}
desk-audit-call-closed = { $table ->
    [0] { $by } closed a call for a judge.
   *[other] { $by } closed the call for a judge to table { $table }.
}
desk-audit-staff-message-sent = { $to ->
    [all] { $by } wrote to all players: { $text }
    [tag] { $by } wrote to the players with the tag “{ $tag }”: { $text }
    [convention] { $by } wrote to everyone at the convention: { $text }
   *[other] { $by } wrote to { $player }: { $text }
}

## Settings, by name

desk-setting-name = name
desk-setting-event-format = format
desk-setting-start-datetime = start
desk-setting-convention-id = convention
desk-setting-is-test = trial run
desk-setting-is-unlisted = public page
desk-setting-is-canceled = canceled
desk-setting-team-size = players in a team
desk-setting-pod-size = players at a table
desk-setting-short-pods = smaller tables
desk-setting-capacity = places
desk-setting-swiss-rounds = Swiss rounds
desk-setting-top-cut = players in the playoff
desk-setting-rules = points and tiebreakers
desk-setting-decklist-deadline = deadline for decklists
desk-setting-decklist-grace-seconds = deadline for decklists
desk-setting-power-pair-last-round = pairings
desk-setting-ranked-playoff = pairings
desk-setting-draft-pod-size = pairings
desk-setting-parent-id = parent event
desk-setting-publish-when-paired = publishing of pairings
desk-setting-fee-note = entry fee
desk-setting-time-zone = time zone
desk-setting-best-of = games of a match
desk-setting-end-of-round-rule = end of a round
desk-setting-check-in-required = check-in
desk-setting-first-table = table numbers
desk-setting-last-table = table numbers
desk-setting-round-minutes = length of a round
desk-setting-offer-minutes = time to answer an offered place
desk-setting-description = description
desk-setting-venue-name = venue
desk-setting-venue-address = venue
desk-setting-prizes = prizes
desk-setting-rules-level = rules enforcement
desk-setting-contact = contact
desk-setting-registration-opens = registration window
desk-setting-registration-closes = registration window
desk-setting-registration-policy = who may register
desk-setting-needs-approval = approval by staff
desk-setting-playoff = kind of playoff
desk-setting-pool-size = players in a pool
desk-setting-plays-together = play of teams
desk-setting-seat-formats = formats of seats
desk-setting-lowest-gets-bye = pairings
desk-setting-squares-first = pairings
desk-setting-balanced-sides = pairings
desk-setting-tables-per-row = table numbers
desk-setting-rounds-by-attendance = Swiss rounds
desk-setting-end-datetime = the planned end
desk-setting-queue-size = the size of the queue
desk-setting-answer-minutes = the time to answer a call
desk-setting-shares-tables = tables shared with other events
desk-setting-series = the series
desk-setting-is-from-queue = the on-demand queue

## Taking changes back

desk-undo-left = Bring back into the event
desk-undo-left-waitlist = Put back on the waitlist
desk-undo-disqualified = Undo the disqualification
desk-undo-registered = Undo the registration
desk-undo-check-in = Undo the check-in
desk-undo-locked = Unlock
desk-undo-unlocked = Lock
desk-undo-extension = Take the extra time back
desk-undo-penalty = Withdraw the penalty
desk-undo-withdrawn = Restore the penalty
desk-undo-closed = Reopen registration
desk-undo-waitlist = Back to waitlist only
desk-undo-begun = Back to closed registration
desk-undo-finished = Resume the event
desk-undo-publishing = Hide the decklists
desk-undo-published = Back to publishing

## What others changed in the meantime

desk-someone = Someone else
desk-conflict = { $by } has changed “{ $field }” to { $theirs }. You entered: { $mine }.
desk-conflict-again = Nothing was saved. Save again to replace the other change, or reload this page to keep it.
desk-conflict-status = The status of this player has changed since you opened this page, so nothing was done. This page shows the current state.
desk-value-yes = yes
desk-value-no = no
desk-value-none = nothing

## The end of an event

desk-tab-finish = Finish
desk-finish-title = Finish the event
desk-point-done = Done
desk-point-open = Open
desk-finish-rounds = { $count ->
    [one] { $count } round is complete.
   *[other] All { $count } rounds are complete.
}
desk-finish-round-open = { $round } is not complete.
desk-finish-no-rounds = No round has been played.
desk-finish-playoff = The playoff of the top { $size } is complete.
desk-finish-playoff-open = The playoff of the top { $size } is not complete.
desk-finish-lists = { $missing ->
    [0] All decklists are handed in.
    [one] { $missing } decklist is missing.
   *[other] { $missing } decklists are missing.
}
desk-finish-not-begun = Play has not begun. You can finish the event when all rounds are complete.
desk-finish-effect = A finished event has final standings and is part of the export. You can finish it when all rounds are complete. Results can still be corrected afterwards.
desk-publish-effect = Once published, everyone can read the decklists, each in the version that counts, and results can no longer be corrected.
desk-finish-seen = Public page and export
desk-public-page = Public page of the event
desk-no-public-page = The event has no public page.
desk-exported = The event is part of the export.
desk-export-at = Programs read it with a key at { $path }
desk-not-exported = The event is not part of the export: only finished events are, except trial runs.
desk-finish-back = One step back
desk-finish-back-hint = If you took a step by mistake. Nothing else is lost.

## Registrations and lengths of rounds

desk-figures-link = Registrations and round times as charts
desk-figures-registrations = Registrations over time
desk-figures-rounds = Time each round took
desk-figures-when = When
desk-figures-players = Registrations
desk-figures-table = As a table
desk-figures-none = There is nothing to show yet.
desk-figures-how = Minutes run from the start of a round to its completion. How long single matches took is not recorded.
desk-audit-team-changed = { $by } changed the team { $team }.
