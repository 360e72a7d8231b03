"""All that a task needs, so that each begins with it at hand."""

import auditor.audit
import auditor.proposal
import auditor.report.files
import auditor.report.render.html
import auditor.report.render.pdf  # noqa: F401 - see above
