"""The server on PostgreSQL, in short: some tests of every room once more; `--postgres` runs them all so."""

import pytest

from tests.server.conftest import Room
from tests.server.databases import ON_DEMAND
from tests.server.test_campaign import test_the_result_and_the_last_move_stand_or_fall_together
from tests.server.test_condition import brisk, test_health_is_well_and_says_so
from tests.server.test_decks import test_a_deck_goes_with_the_last_table_that_was_set_with_it
from tests.server.test_editions import (
    test_a_table_goes_on_where_its_last_hash_agrees_and_its_log_says_from_where,
    test_a_table_that_cannot_go_on_is_ended_when_all_its_people_agree,
)
from tests.server.test_many_tables import (
    test_a_clock_or_a_bot_on_turn_is_resumed_and_a_person_is_not,
    test_what_is_long_over_goes_to_the_archive_and_nothing_of_it_is_lost,
)
from tests.server.test_sql import (
    test_nor_do_they_after_a_restart_though_old_ids_are_still_known,
)
from tests.server.test_tables import (
    test_a_move_that_cannot_be_saved_leaves_nothing,
    test_a_new_table_is_not_taken_for_a_sleeping_one_while_it_is_being_saved,
)

__all__ = [
    "brisk",
    "test_a_clock_or_a_bot_on_turn_is_resumed_and_a_person_is_not",
    "test_a_deck_goes_with_the_last_table_that_was_set_with_it",
    "test_a_move_that_cannot_be_saved_leaves_nothing",
    "test_a_new_table_is_not_taken_for_a_sleeping_one_while_it_is_being_saved",
    "test_a_table_goes_on_where_its_last_hash_agrees_and_its_log_says_from_where",
    "test_a_table_that_cannot_go_on_is_ended_when_all_its_people_agree",
    "test_health_is_well_and_says_so",
    "test_nor_do_they_after_a_restart_though_old_ids_are_still_known",
    "test_the_result_and_the_last_move_stand_or_fall_together",
    "test_what_is_long_over_goes_to_the_archive_and_nothing_of_it_is_lost",
]


@pytest.fixture
async def room(tmp_path):
    """A room whose tables are in PostgreSQL."""
    room = await Room(tmp_path / "data", database=ON_DEMAND.new_database()).open()
    yield room
    await room.close()
