"""The REST interface conforms to its OpenAPI description."""

import itertools
import os

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

# Schemathesis does so for invalid values, and the server in its own thread at the same time.
RANDOM = "ignore:Do not use the .random. module:hypothesis.errors.HypothesisDeprecationWarning"
REFUSALS = ["4xx", "503"]  # of invalid requests; a body that is too large (413) is not even read
EXAMPLES = int(os.environ.get("FLATTOP_EXAMPLES", "25"))


@pytest.fixture
def described(running, wide):
    """The OpenAPI description of a server with a waiting and a finished table."""
    local = running(limits=wide(tables=100_000))
    with local.client() as ann:
        schema = schemathesis.openapi.from_dict(without_tuples(ann.get("/api/openapi.json").json()))
        schema.config.update(base_url=local.url)
        schema.config.checks.negative_data_rejection.expected_statuses = REFUSALS
        schema.cookie = ann.post("/api/guest", json={"name": "Ann"}).cookies["flattop_guest"]
        wishes = [["you", "open"], ["random", "random"]]
        made = [ann.post("/api/tables", json={"game": "burger-go", "seats": wish}).json() for wish in wishes]
    schema.real_ids = itertools.cycle([made[0]["id"], made[1]["id"], None])
    schema.local = local
    return schema


def without_tuples(part):
    """Remove the items of tuples, which Schemathesis rewrites and then rejects."""
    if isinstance(part, list):
        return [without_tuples(one) for one in part]
    if isinstance(part, dict):
        left_out = ("prefixItems", "items") if "prefixItems" in part else ()
        return {key: without_tuples(one) for key, one in part.items() if key not in left_out}
    return part


SETTINGS = hypothesis.settings(
    max_examples=EXAMPLES, deadline=None, database=None, derandomize=True,
    suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate],
)  # fmt: skip


def test_every_operation_has_its_own_id_and_a_sentence(running):
    with running().client() as client:
        paths = client.get("/api/openapi.json").json()["paths"]
    operations = [operation for methods in paths.values() for operation in methods.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations) > 40
    assert all(operation["summary"].endswith(".") for operation in operations)


@pytest.mark.slow
@pytest.mark.filterwarnings(RANDOM)
def test_every_call_answers_as_described(described):
    operations = [result.ok() for result in described.get_all_operations()]
    assert len(operations) >= 19
    for operation in operations:
        strategy = st.one_of(
            operation.as_strategy(generation_mode=mode)
            for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
        )

        @SETTINGS
        @hypothesis.given(case=strategy)
        def check(case):
            if "table_id" in case.path_parameters and (real := next(described.real_ids)):
                case.path_parameters["table_id"] = real
            # A valid request may still be refused: a seat may be taken, a game unknown.
            case.call_and_validate(
                cookies={"flattop_guest": described.cookie}, excluded_checks=[positive_data_acceptance]
            )
            assert "flattop_errors_total 0.0" in described.local.server.metrics.text()

        check()
