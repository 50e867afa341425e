"""The measured address, as in the API."""

from django.urls import path

from standings.api import RoundStandings

urlpatterns = [path("api/v1/tournament-rounds/<int:id>/standings/", RoundStandings.as_view())]
