"""Reads the calendar of public events with an independent parser of RFC 5545."""

import os
import urllib.request
from datetime import UTC, datetime

from icalendar import Calendar


def read(path: str) -> Calendar:
    with urllib.request.urlopen(os.environ["ADDRESS"] + path) as answer:
        assert answer.headers["content-type"] == "text/calendar; charset=utf-8", answer.headers
        text = answer.read()
    assert all(len(line) <= 75 for line in text.split(b"\r\n")), "lines are folded"
    return Calendar.from_ical(text)


def main() -> None:
    calendar = read("/events.ics?before=2099-01-01")
    assert calendar["version"] == "2.0" and calendar["prodid"], calendar
    assert not calendar.errors, calendar.errors
    events = calendar.walk("VEVENT")
    assert all(not event.errors for event in events), [event.errors for event in events]
    by_name = {str(event["summary"]): event for event in events}
    assert len({str(event["uid"]) for event in events}) == len(events), "every event has its own UID"
    expected = os.environ["NAME"]
    shown = by_name[expected]
    assert shown.decoded("dtstart") == datetime(2026, 9, 4, 22, 30, tzinfo=UTC), shown
    assert str(shown["status"]) == "CANCELLED" and shown.decoded("dtstamp").tzinfo is not None, shown
    alone = read(f"/events/{os.environ['EVENT']}/event.ics").walk("VEVENT")
    assert [str(event["uid"]) for event in alone] == [str(shown["uid"])], alone


main()
