"""Where the findings begin: on a page of their own, or below a cover that needs two."""

from auditor.report.render.pdf_process import after_cover

CONTENTS = '<nav><a href="#findings">Findings</a><a href="#open">Open</a></nav>'
PAGE = f'<body>{CONTENTS}<section class="chapter" id="findings">…</section></body>'


def test_findings_begin_a_page_after_a_cover_of_one() -> None:
    assert after_cover(PAGE, lambda _: 1) == PAGE


def test_findings_follow_a_longer_cover_on_its_last_page() -> None:
    assert '<body class="long-cover">' in after_cover(PAGE, lambda _: 2)


def test_the_cover_is_laid_out_alone_with_what_its_contents_name() -> None:
    laid_out: list[str] = []

    def pages(part: str) -> int:
        laid_out.append(part)
        return 1

    after_cover(PAGE, pages)
    [cover] = laid_out
    assert "…" not in cover
    assert cover.count('id="findings"') == cover.count('id="open"') == 1


def test_a_document_without_chapters_is_left_as_it_is() -> None:
    assert after_cover("<body>Rules</body>", lambda _: 9) == "<body>Rules</body>"
