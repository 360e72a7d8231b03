"""Where the findings begin: on a page of their own, or below a cover that needs two."""

from auditor.report.render.pdf_process import has_long_cover

CHAPTERS = '<section class="chapter void" id="findings"></section><section class="chapter" id="b">'
PAGE = f'<body><a href="#b">B</a>{CHAPTERS}'


def test_findings_begin_a_page_after_a_cover_of_one() -> None:
    assert not has_long_cover(PAGE, [{}, {"findings": 1}, {"findings": 1, "b": 1}])


def test_a_cover_is_longer_where_the_findings_begin_later() -> None:
    assert has_long_cover(PAGE, [{}, {}, {"findings": 1, "b": 1}])


def test_a_document_without_chapters_has_no_cover() -> None:
    assert not has_long_cover("<body>Rules</body>", [{}, {}, {"rules": 1}])
