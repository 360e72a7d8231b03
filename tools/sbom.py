"""Writes the parts of a wheel beside it, as CycloneDX: `python -m tools.sbom WHEEL LOCK`.

The parts are those of the lock, each with the hashes by which it is installed.
"""

from __future__ import annotations

import json
import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

_PART = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def sbom(wheel: Path, lock: str) -> dict[str, Any]:
    """The list of parts of a wheel; the same wheel and lock give the same list."""
    name, version = wheel.name.split("-")[:2]
    found = list(_PART.finditer(lock))
    ends = [*(met.start() for met in found[1:]), len(lock)]
    own = {"type": "application", "name": name, "version": version}
    digest = sha256(wheel.read_bytes()).hexdigest()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**own, "hashes": [{"alg": "SHA-256", "content": digest}]}},
        "components": [
            {
                "type": "library",
                "name": met[1],
                "version": met[2],
                "purl": f"pkg:pypi/{met[1].lower()}@{met[2]}",
                "externalReferences": [
                    {
                        "type": "distribution",
                        "url": f"https://pypi.org/project/{met[1]}/{met[2]}/",
                        "hashes": [
                            {"alg": "SHA-256", "content": one}
                            for one in _HASH.findall(lock[met.start() : end])
                        ],
                    }
                ],
            }
            for met, end in zip(found, ends, strict=True)
        ],
    }


def main() -> None:
    """Writes `WHEEL.cdx.json`."""
    wheel, lock = map(Path, sys.argv[1:])
    content = json.dumps(sbom(wheel, lock.read_text("utf-8")), indent=1) + "\n"
    wheel.with_name(wheel.name + ".cdx.json").write_text(content, "utf-8")


if __name__ == "__main__":
    main()
