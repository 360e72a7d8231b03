"""The list of parts beside a wheel names what the lock names."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from tools.sbom import sbom

LOCK = f"""# comment
one==1.0 ; python_version < '4' \\
    --hash=sha256:{"a" * 64} \\
    --hash=sha256:{"b" * 64}
two[extra]==2.1 \\
    --hash=sha256:{"c" * 64}
"""


def test_each_part_of_the_lock_is_listed_with_its_hashes(tmp_path: Path) -> None:
    wheel = tmp_path / "auditor-3.0-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    found = sbom(wheel, LOCK)
    parts = {
        own["name"]: (
            own["version"],
            [one["content"][0] for one in own["externalReferences"][0]["hashes"]],
        )
        for own in found["components"]
    }
    assert parts == {"one": ("1.0", ["a", "b"]), "two": ("2.1", ["c"])}
    own = found["metadata"]["component"]
    assert (own["name"], own["version"]) == ("auditor", "3.0")
    assert own["hashes"][0]["content"] == sha256(b"wheel").hexdigest()
