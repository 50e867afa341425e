# Canceling and deleting an event, its audit, its end, and what others changed in the meantime.

## Cancel and delete

desk-canceled = Canceled
desk-next-canceled = The event is canceled. You can take this back in the settings.
desk-end-title = Cancel or delete
desk-end-hint = A canceled event stays visible. A deleted event is gone.
desk-do-to-cancel = Cancel the event
desk-do-to-resume = Take the cancellation back
desk-do-to-delete = Delete the event
desk-to-settings = Back to the settings
desk-cancel-title = Cancel this event
desk-cancel-visible = The event stays visible, with the word “Canceled”.
desk-cancel-closed = No one can register, and no round can be paired or played.
desk-cancel-players = { $players ->
    [0] No one is registered.
    [one] { $players } player is registered and gets no message: tell this person yourself.
   *[other] { $players } players are registered and get no message: tell them yourself.
}
desk-cancel-back = You can take this back here at any time.
desk-cancel-over = The event has taken place, so it cannot be canceled. You can delete it.
desk-do-cancel-event = Cancel the event
desk-resume-title = The event takes place after all
desk-resume-effect = The event is open again, as it was before it was canceled: players can register if registration is open, and rounds can be played.
desk-do-resume-event = Take the cancellation back
desk-delete-title = Delete this event
desk-delete-what = { $players ->
    [one] { $players } registration
   *[other] { $players } registrations
} and { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
} are deleted with it, with all results.
desk-delete-everywhere = The event disappears from every list, every page and the export. Its address no longer exists.
desk-delete-lists = Decklists stay with the people who own them.
desk-delete-for-ever = Nothing brings it back.
desk-delete-name = To delete it, type the name of the event
desk-delete-name-differs = This is not the name of the event. Type: { $name }
desk-do-delete-event = Delete the event

## Decklists

desk-lists-deadline = Players can hand in and change their lists until
desk-lists-no-deadline = No deadline is set: players can hand in and change their lists until the event starts.
desk-lists-closed = No deadline was set: players could hand in and change their lists until the event started.
desk-lists-staff = Only staff see the lists.
desk-lists-public = The lists are published: everyone sees them.
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
desk-deck-fixed = This version counts, whatever the player changes later.
desk-deck-on-paper = This player hands in the list on paper.
desk-deck-missing = This player has not handed in a list.
desk-deck-text = The text as it was handed in
desk-do-lock-one = Lock this list
desk-do-unlock-one = Unlock this list
desk-to-lists = All decklists

## The audit: who did what. `by` is a person, a key or the service.

desk-tab-audit = Audit
desk-audit-title = What happened
desk-audit-hint = The newest change comes first. Some changes can be taken back here.
desk-audit-none = There is nothing older.
desk-audit-older = Older
desk-audit-newest = Newest
desk-audit-moved-on = This can no longer be taken back: the event has changed in the meantime. The page shows the current state.
desk-by-service = The service
desk-by-operator = The operator of the server
desk-by-private-link = { $player } (by the private link)
desk-by-key = The key “{ $key }”
desk-audit-round = round { $number }
desk-audit-meeting = the player meeting
desk-audit-created = { $by } created the event.
desk-audit-imported = { $by } imported the event, as it was played on { $platform }.
desk-audit-deleted = { $by } deleted the event.
desk-audit-settings = { $known ->
    [yes] { $by } changed the settings: { $fields }.
   *[no] { $by } changed the settings.
}
desk-audit-lifecycle = { $by } changed the status of the event to “{ $status }”.
desk-audit-lists-locked = { $by } locked all decklists.
desk-audit-lists-unlocked = { $by } unlocked all decklists.
desk-audit-fixed = { $count ->
    [one] The version of { $count } decklist that counts was fixed.
   *[other] The versions of { $count } decklists that count were fixed.
}
desk-audit-team = { $by } formed the team { $team }.
desk-audit-team-dropped = { $by } dropped the team { $team }.
desk-audit-registered = { $own ->
    [yes] { $by } registered.
   *[no] { $by } registered { $player }.
}
desk-audit-status = { $own ->
    [yes] { $by } changed their own registration to “{ $status }”.
   *[no] { $by } changed the registration of { $player } to “{ $status }”.
}
desk-audit-dropped = { $own ->
    [yes] { $by } dropped.
   *[no] { $by } dropped { $player }.
}
desk-audit-disqualified = { $by } disqualified { $player }.
desk-audit-payment = { $by } changed the payment of { $player }.
desk-audit-check-in = { $status ->
    [in] { $own ->
        [yes] { $by } checked in.
       *[no] { $by } checked { $player } in.
    }
    [declined] { $by } noted that { $player } does not check in.
    [late] { $by } noted that { $player } did not answer in time.
    [called] { $by } called { $player } to check in.
    [waits] { $by } put { $player } into the check-in queue.
   *[none] { $by } took the check-in of { $player } back.
}
desk-audit-group = { $joined ->
    [yes] { $by } put { $player } into a group.
   *[no] { $by } took { $player } out of the group.
}
desk-audit-tags = { $count ->
    [0] { $by } removed the tags of { $player }.
   *[other] { $by } tagged { $player }: { $tags }.
}
desk-audit-notes = { $by } changed the note on { $player }.
desk-audit-seat = { $table ->
    [0] { $by } removed the fixed table of { $player }.
   *[other] { $by } gave { $player } the fixed table { $table }.
}
desk-audit-byes = { $count ->
    [0] { $by } took the byes of { $player } back.
   *[other] { $by } gave { $player } byes in these rounds: { $rounds }.
}
desk-audit-paper = { $paper ->
    [yes] { $by } noted that { $player } hands in the decklist on paper.
   *[no] { $by } noted that { $player } does not hand in the decklist on paper.
}
desk-audit-list = { $attached ->
    [yes] { $own ->
        [yes] { $by } handed in a decklist.
       *[no] { $by } handed in a decklist for { $player }.
    }
   *[no] { $own ->
        [yes] { $by } withdrew the decklist.
       *[no] { $by } removed the decklist of { $player }.
    }
}
desk-audit-list-locked = { $by } locked the decklist of { $player }.
desk-audit-list-unlocked = { $by } unlocked the decklist of { $player }.
desk-audit-link-made = { $by } made a private link for { $player }.
desk-audit-link-revoked = { $by } revoked the private link of { $player }.
desk-audit-phase = A new part of the event began: { $kind }.
desk-audit-round-added = { $by } added { $round }.
desk-audit-paired = { $count ->
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
desk-audit-clock = { $runs ->
    [yes] { $by } set the clock of { $round }: it runs, and has { $minutes } minutes.
   *[no] { $by } set the clock of { $round }: it is paused, and has { $minutes } minutes.
}
desk-audit-cut = { $by } made the cut: { $count } advanced.
desk-audit-ties = The order of players with equal standings was drawn.
desk-audit-game-wins = { $by } entered game-win percentages.
desk-audit-reported = { $by } reported { $result } at table { $table } of { $round }: { $players }.
desk-audit-corrected = { $by } corrected the result at table { $table } of { $round } to { $result }: { $players }.
desk-audit-confirmed = { $by } confirmed the result at table { $table } of { $round }.
desk-audit-contested = { $by } contested the result at table { $table } of { $round }.
desk-audit-team-result = { $by } reported { $result } in { $round }: { $teams }.
desk-audit-featured = { $featured ->
    [yes] { $by } made table { $table } of { $round } a feature match.
   *[no] { $by } took the mark as a feature match from table { $table } of { $round }.
}
desk-audit-judge = { $assigned ->
    [yes] { $by } assigned { $judge } to table { $table } of { $round }.
   *[no] { $by } took the judge from table { $table } of { $round }.
}
desk-audit-time = { $minutes ->
    [0] { $by } took the extra time of table { $table } of { $round } back.
    [one] { $by } gave table { $table } of { $round } { $minutes } extra minute.
   *[other] { $by } gave table { $table } of { $round } { $minutes } extra minutes.
}
desk-audit-deck-check = { $state ->
    [completed] { $by } completed the deck check at table { $table } of { $round }.
    [started] { $by } started a deck check at table { $table } of { $round }.
   *[none] { $by } took the deck check at table { $table } of { $round } back.
}
desk-audit-penalty = { $by } gave { $player } a penalty: { $penalty } for { $infraction }.
desk-audit-penalty-withdrawn = { $by } withdrew a penalty of { $player }: { $penalty } for { $infraction }.
desk-audit-penalty-restored = { $by } restored a penalty of { $player }: { $penalty } for { $infraction }.
desk-audit-call = { $table ->
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

## Settings, by name

desk-setting-name = name
desk-setting-format = format
desk-setting-start = start
desk-setting-convention = convention
desk-setting-test = trial run
desk-setting-unlisted = public page
desk-setting-canceled = canceled
desk-setting-team-size = players in a team
desk-setting-capacity = places
desk-setting-rounds = Swiss rounds
desk-setting-cut = players in the playoff
desk-setting-rules = points and tiebreakers
desk-setting-deadline = deadline for decklists
desk-setting-pairings = pairings
desk-setting-parent = parent event
desk-setting-publish = publishing of pairings
desk-setting-fee = entry fee
desk-setting-zone = time zone
desk-setting-best-of = games of a match
desk-setting-end-of-round = end of a round
desk-setting-check-in = check-in
desk-setting-tables = table numbers
desk-setting-minutes = length of a round
desk-setting-other = others

## Taking changes back

desk-undo-left = Back into the event
desk-undo-left-waitlist = Back onto the waitlist
desk-undo-disqualified = Take the disqualification back
desk-undo-registered = Take the registration back
desk-undo-check-in = Take the check-in back
desk-undo-locked = Unlock
desk-undo-unlocked = Lock
desk-undo-round-added = Remove the round
desk-undo-completed = Reopen the round
desk-undo-penalty = Withdraw the penalty
desk-undo-withdrawn = Restore the penalty
desk-undo-canceled = Take the cancellation back
desk-undo-closed = Open registration again
desk-undo-waitlist = Back to waitlist only
desk-undo-begun = Back to closed registration
desk-undo-finished = Resume the event
desk-undo-publishing = Hide the decklists
desk-undo-published = Back to publishing

## What others changed in the meantime

desk-someone = Someone else
desk-conflict = { $by } has changed “{ $field }” to { $theirs }. You entered: { $mine }.
desk-conflict-again = Nothing was saved. Save again to replace the other change, or open this page anew to keep it.
desk-conflict-status = The status of this player has changed since you opened this page, so nothing was done. The page shows the current state.
desk-value-yes = yes
desk-value-no = no
desk-value-none = nothing

## The end of an event

desk-tab-finish = Finish
desk-finish-title = The end of the event
desk-finish-status = Status: { $status }
desk-point-done = Done
desk-point-open = Open
desk-finish-rounds = { $count ->
    [one] { $count } round is complete.
   *[other] All { $count } rounds are complete.
}
desk-finish-round-open = { $round } is not complete.
desk-finish-no-rounds = No round was played.
desk-finish-playoff = The playoff of the best { $size } is played.
desk-finish-playoff-open = The playoff of the best { $size } is not played to its end.
desk-finish-lists = { $missing ->
    [0] All decklists are handed in.
    [one] { $missing } player has handed in no decklist.
   *[other] { $missing } players have handed in no decklist.
}
desk-finish-not-begun = Play has not begun. The event can be finished when all its rounds are complete.
desk-finish-effect = A finished event has final standings and is part of the export. It can be finished when all its rounds are complete. Results can still be corrected afterwards.
desk-publish-effect = When the decklists are published, everyone can read them, each in the version that counts, and results can no longer be corrected.
desk-finish-seen = Public page and export
desk-public-page = The public page of the event
desk-no-public-page = The event has no public page.
desk-exported = The event is part of the export.
desk-export-at = Programs read it with a key at { $path }
desk-not-exported = The event is not part of the export: finished events are, except trial runs.
desk-finish-back = One step back
desk-finish-back-hint = For a step that was taken by mistake. Nothing else is lost.
