"""The copy of a bundle that a patch works on."""

from __future__ import annotations

from bundle_documents import contract
from hypothesis import given
from hypothesis import strategies as st
from test_scaling import LIMITS

from onefold.frontends.lower import lower_document
from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.bundle.parts import Capsule
from onefold.kernel.patch.draft import Draft

CAPSULES = st.lists(st.tuples(st.sampled_from("klm"), st.sampled_from("abc")), max_size=8)


@given(before=st.dictionaries(st.sampled_from("klmn"), st.sampled_from("abc")), put=CAPSULES)
def test_the_capsule_of_a_node_is_the_first_of_those_that_are_its_own(
    before: dict[str, str], put: list[tuple[str, str]]
) -> None:
    capsules = {key: {"id": key, "node_id": node, "prompt": "Hi."} for key, node in before.items()}
    manifest = lower_document(contract(prompt_capsules=capsules), Manifest, LIMITS, called="a bundle").record
    assert manifest is not None
    draft = Draft(manifest)
    for key, node in put:
        draft.put_capsule(Capsule(id=key, node_id=node, prompt="Hello."))
        finished = draft.finished().prompt_capsules
        for each in "abc":
            assert draft.prompted(each) == next((k for k, it in finished.items() if it.node_id == each), None)
