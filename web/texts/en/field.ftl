# Teams, drafts, playoffs, late players, and pairings made by hand.

desk-tab-teams = Teams

## Teams

desk-do-to-teams = Form teams
desk-next-first-round-teams = { $players ->
    [one] { $players } team is formed.
   *[other] { $players } teams are formed. When all are here, pair the first round.
}
desk-team-name = Team name
desk-team-hint = Then its players, in the order of their seats. New players are registered with the team.
desk-team-seat = Seat { $seat }
desk-do-form-team = Form the team
desk-do-drop-team = Drop the team { $team }
desk-teams-count = { $count ->
    [one] { $count } team
   *[other] { $count } teams
}
desk-teams-none = Enter the first team and its players.
desk-teams-without = { $count ->
    [one] { $count } player has no team
   *[other] { $count } players have no team
}
desk-teams-incomplete = Enter a team name and a player for each seat.
desk-teams-twice = { $name } is there twice. One person cannot have two seats.
desk-teams-taken = { $name } is registered, and is in a team or no longer playing. If this is another person of the same name, register that person on the Players tab first.
desk-teams-several = Several players without a team are called { $name }. Choose one from the list: { $choices }.
desk-teams-known = { $name } may be someone you know already: { $people }. Register that person on the Players tab first, then form the team.
desk-teams-new = If { $name } is another person, form the team with new people.
desk-do-form-team-new = Form the team with new people
desk-teams-unknown = This team is not in the event.
desk-team-matches = Matches of the teams
desk-tables = Tables
desk-seats-won = Seats won
desk-team-open = Open
desk-team-decided = Decided

## Drafts, player meetings, and other ways to go on

desk-draft = Draft
desk-no-tables = No one is paired in this round.
desk-ways = More options
desk-do-pods = Seat draft pods
desk-do-pair-swiss = Pair Round { $number } without pods
desk-do-pair-in-pods = Pair Round { $number } in the pods
desk-do-meeting = Seat a player meeting by name
desk-do-random-meeting = Seat a player meeting at random
desk-next-pods = The pods have played all their rounds. Seat new pods for round { $number }, or go on without pods.

## The cut and the playoff

desk-do-to-cut = Review the cut
desk-cut = Cut
desk-cut-size = How many advance
desk-do-show-cut = Show
desk-cut-preview = Preview of the cut
desk-cut-pools = The best of each pool come first, then the second of each, and so on. Those of the same place, other than the winners, exchange seeds so that two of one pool meet late.
desk-cut-seed = Seed
desk-cut-advances = Advances
desk-cut-out = Out
desk-cut-by-lot = No round has been played. A random draw decides who advances, and the seeds.
desk-cut-changed = The event has changed since this page was shown, so nothing was done. Look at the preview again.
desk-cut-later = The cut can be made when all rounds are complete.
desk-cut-means = Everyone else is eliminated. The cut can be made again until the next round starts.
desk-cut-again = The cut was made. After a correction or a drop it can be made again; the next round must then be paired again.
desk-do-cut-again = Make the cut again, to the best { $size }
desk-cut-tie = { $last } and { $next } have equal points, and the tiebreakers decide ({ $heads }). { $last }: { $of_last }. { $next }: { $of_next }.
desk-cut-lot = { $last } and { $next } are equal in points and in all tiebreakers. A random draw decides.
desk-cut-equal = { $last } and { $next } are equal in points and in all tiebreakers that are numbers. The other tiebreakers decide, then a random draw.
desk-bracket = Bracket
desk-bracket-open = Open
desk-bracket-won = won
desk-bracket-wins = { $name } wins { $score }
desk-do-win = Wins
desk-places = Final places

## Late players

desk-missed = Byes or losses for missed rounds
desk-missed-title = Rounds that { $name } missed
desk-missed-none = This player has missed no round that can be filled in.
desk-missed-hint = From now on, a bye counts as a match win and a loss as a match loss. Standings of rounds that ended earlier stay as they are.
desk-missed-nothing = Nothing
desk-missed-each = For each missed round

## Pairings made by hand

desk-do-by-hand = Pair by hand
desk-by-hand-title = Players without a match in { $round }
desk-by-hand-none = Everyone in play has a match.
desk-by-hand-one = This player
desk-by-hand-other = plays
desk-by-hand-bye = No one: a bye
desk-by-hand-loss = No one: a loss
desk-do-pair-by-hand = Pair
desk-by-hand-matches = Matches of the round
desk-by-hand-two = Choose two different players without a match in this round.
desk-do-remove = Remove
desk-do-remove-table = Remove the match at table { $table }
desk-warnings = Automatic pairing would do this differently
desk-warn-rematch = { $names } have met before.
desk-warn-another-bye = { $names } had a bye before.
desk-warn-bye-missing = { $names } was promised a bye for this round and has none.
desk-warn-left-out = { $names } has no match.
desk-warn-fixed-seat = { $names } has a fixed table and sits at another one.
desk-warn-never-meet = { $names } do not meet, because both sit alone in the first round of their pool.
desk-team-lacks = { $free ->
    [one] One seat is free
   *[other] { $free } seats are free
}
desk-team-waits = Not all members have a place
desk-do-dissolve = Dissolve
desk-do-dissolve-team = Dissolve { $team }
