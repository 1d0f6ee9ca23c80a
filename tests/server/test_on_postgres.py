"""The server on PostgreSQL, in short: some tests of every room once more; `--postgres` runs them all so."""

import pytest

from tests.server.conftest import Room
from tests.server.databases import ON_DEMAND
from tests.server.test_campaign import test_result_is_saved_in_the_transaction_of_the_last_move
from tests.server.test_condition import brisk, test_health_is_well_and_says_so
from tests.server.test_decks import test_a_deck_goes_with_the_last_table_that_was_set_with_it
from tests.server.test_editions import (
    test_outdated_table_is_ended_when_all_players_agree,
    test_table_continues_under_new_rules_if_its_last_state_hash_agrees,
)
from tests.server.test_sql import (
    test_nor_do_they_after_a_restart_though_old_ids_are_still_known,
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
    "test_a_deck_goes_with_the_last_table_that_was_set_with_it",
    "test_failed_save_leaves_no_trace_of_the_move",
    "test_health_is_well_and_says_so",
    "test_new_table_is_not_loaded_twice_while_it_is_being_saved",
    "test_nor_do_they_after_a_restart_though_old_ids_are_still_known",
    "test_old_finished_tables_are_archived_without_loss",
    "test_outdated_table_is_ended_when_all_players_agree",
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
