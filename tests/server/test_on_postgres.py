"""A selection of the server tests on PostgreSQL; `--postgres` runs all of them there."""

import pytest

from tests.server.conftest import Room
from tests.server.databases import ON_DEMAND
from tests.server.test_campaign import test_the_result_and_the_last_move_stand_or_fall_together
from tests.server.test_decks import test_deck_is_deleted_with_its_last_table
from tests.server.test_editions import (
    test_a_table_goes_on_where_its_last_hash_agrees_and_its_log_says_from_where,
    test_a_table_that_cannot_go_on_is_ended_when_all_its_people_agree,
)
from tests.server.test_health import brisk, test_health_reports_a_sound_server
from tests.server.test_sql import (
    test_play_reads_nothing_after_a_restart_although_old_ids_are_known,
)
from tests.server.test_table_lists import (
    test_old_finished_tables_move_to_the_archive_unchanged,
    test_tables_with_a_clock_or_a_bot_on_turn_are_resumed,
)
from tests.server.test_tables import (
    test_a_move_that_cannot_be_saved_leaves_nothing,
    test_a_new_table_is_not_taken_for_a_sleeping_one_while_it_is_being_saved,
)

__all__ = [
    "brisk",
    "test_a_move_that_cannot_be_saved_leaves_nothing",
    "test_a_new_table_is_not_taken_for_a_sleeping_one_while_it_is_being_saved",
    "test_a_table_goes_on_where_its_last_hash_agrees_and_its_log_says_from_where",
    "test_a_table_that_cannot_go_on_is_ended_when_all_its_people_agree",
    "test_deck_is_deleted_with_its_last_table",
    "test_health_reports_a_sound_server",
    "test_old_finished_tables_move_to_the_archive_unchanged",
    "test_play_reads_nothing_after_a_restart_although_old_ids_are_known",
    "test_tables_with_a_clock_or_a_bot_on_turn_are_resumed",
    "test_the_result_and_the_last_move_stand_or_fall_together",
]


@pytest.fixture
async def room(tmp_path):
    """A room whose tables are in PostgreSQL."""
    room = await Room(tmp_path / "data", database=ON_DEMAND.new_database()).open()
    yield room
    await room.close()
