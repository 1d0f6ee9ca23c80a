"""A selection of the server tests on PostgreSQL; `--postgres` runs all of them there."""

import pytest

from tests.server.conftest import Room
from tests.server.databases import ON_DEMAND
from tests.server.test_campaign import test_result_is_saved_in_the_transaction_of_the_last_move
from tests.server.test_decks import test_deck_is_deleted_with_its_last_table
from tests.server.test_editions import (
    test_outdated_table_is_ended_when_all_players_agree,
    test_table_continues_under_new_rules_if_its_last_state_hash_agrees,
)
from tests.server.test_health import brisk, test_health_reports_a_sound_server
from tests.server.test_sql import (
    test_play_reads_nothing_after_a_restart_although_old_ids_are_known,
)
from tests.server.test_table_lists import (
    test_old_finished_tables_are_archived_without_loss,
    test_tables_waiting_for_a_clock_or_bot_are_loaded_and_others_are_not,
)
from tests.server.test_tables import (
    test_failed_save_leaves_no_trace_of_the_move,
    test_new_table_is_not_loaded_twice_while_it_is_being_saved,
)

__all__ = [
    "brisk",
    "test_deck_is_deleted_with_its_last_table",
    "test_failed_save_leaves_no_trace_of_the_move",
    "test_health_reports_a_sound_server",
    "test_new_table_is_not_loaded_twice_while_it_is_being_saved",
    "test_old_finished_tables_are_archived_without_loss",
    "test_outdated_table_is_ended_when_all_players_agree",
    "test_play_reads_nothing_after_a_restart_although_old_ids_are_known",
    "test_result_is_saved_in_the_transaction_of_the_last_move",
    "test_table_continues_under_new_rules_if_its_last_state_hash_agrees",
    "test_tables_waiting_for_a_clock_or_bot_are_loaded_and_others_are_not",
]


@pytest.fixture
async def room(tmp_path):
    """A room whose tables are in PostgreSQL."""
    room = await Room(tmp_path / "data", database=ON_DEMAND.new_database()).open()
    yield room
    await room.close()
