"""The bytes from which the corpus was begun: one or two of each format, made by hand."""

from __future__ import annotations

import gzip
import io
import sqlite3
import zipfile
from contextlib import closing

from tests.log.workbook import books

MIXED = (
    f'<worksheet xmlns="{books.MAIN}"><dimension ref="A1:B9"/>'
    '<cols><col min="2" hidden="1"/></cols>'
    f"<sheetData>{books.row(1, 'event', 'amount')}{books.row(2, 'pay', 5)}"
    '<row r="3" hidden="1"><c r="A3" t="e"><v>#N/A</v></c><c r="B3"><f>1+1</f></c></row>'
    '<row><c t="inlineStr"><is><t>pay</t></is></c><c t="b"><v>1</v></c></row>'
    '<row r="5"><c r="A5" t="str"><f>A2</f><v>pay</v></c></row></sheetData></worksheet>'
)


def database() -> bytes:
    """Two tables, one with an index and one ordered by its key, and a view."""
    with closing(sqlite3.connect(":memory:")) as held:
        held.executescript(
            "PRAGMA page_size = 512; CREATE TABLE t (event TEXT, amount);"
            "INSERT INTO t VALUES ('pay', 1.5), ('stake', NULL), (x'00', 'é');"
            "CREATE INDEX i ON t (event);"
            "CREATE TABLE u (event TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO u VALUES ('pay');"
            "CREATE VIEW v AS SELECT * FROM t; VACUUM;"
        )
        return held.serialize()


def zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return buffer.getvalue()


GZIPPED = gzip.compress(b"event\nstake\n", mtime=0)
SEEDS: dict[str, tuple[bytes, ...]] = {
    "csv": (
        b'time,event,text\n1,pay,x\n2,"a\nb",c\n',
        "\ufeffCasino du Lac;;\n\n heure ;event;mise\r\n21h05;pay;1 234,50\r\n;;\r\n".encode(),
        "event\tétage\npay\té\n".encode("cp1252"),
        "event|a\npay|1\n".encode("utf-16"),
        b'event,a\n"pay"x,1\npay,"',
    ),
    "xlsx": (MIXED.encode(),),
    "archive": (
        books.xlsx(books.row(1, "event") + books.row(2, "pay")),
        books.ods(books.ods_row("event") + books.ods_row("pay")),
    ),
    "xls": (
        books.xls(
            [
                books.xls_hidden(2),
                books.xls_text(1, 1, "event"),
                books.xls_text(2, 1, "pay"),
                books.xls_error(3, 1, 7),
                books.xls_formula(4, 1, b"\x03\0\0\0\0\0\xff\xff"),
            ],
            small=True,
        ),
    ),
    "ods": (
        zipfile.ZipFile(
            io.BytesIO(
                books.ods(
                    books.ods_row("event", "amount")
                    + books.ods_row("pay", "5", attributes=' table:number-rows-repeated="2"')
                    + books.ods_row("pay", '<table:table-cell table:formula="of:=1+1"/>')
                )
            )
        ).read("content.xml"),
    ),
    "xlsb": (
        books.xlsb_row(1, [books.xlsb_text(1, "event"), books.xlsb_text(2, "amount")])
        + books.xlsb_row(2, [books.xlsb_text(1, "pay"), books.xlsb_number(2, 5)], hidden=True)
        + books.xlsb_row(3, [books.xlsb_error(2, 7)]),
    ),
    "json": (
        b'[{"event": "pay", "amount": 1.50, "to": {"seat": 3}}, {"event": "deal", "c": ["AS"]}]',
        b'{"event": "pay", "text": "\\u00e9"}\n{"event": tru\n\n{"amount": 1e3, "b": NaN}\n',
        b'{"casino": "Nord", "events": [{"event": "pay"}, {"event": null}]}',
    ),
    "html": (
        (
            b"<html><table><tr><th>event<th>amount<tr><td>pay<td>1&nbsp;234,50</table>"
            b"<table><tr><td colspan=2>x<table><tr><td>event<tr><td rowspan=2>pay<tr></table>"
        ),
    ),
    "xml": (
        b'<?xml version="1.0"?><log casino="N"><row event="pay" amount="1"/><row>x</row></log>',
        b"<a><b><c>1</c><c>2</c><d x='1'>y</d></b><b i:n='1' xmlns:i='u'><c/>t</b></a>",
    ),
    "sql": (
        (
            b"-- d\nCREATE TABLE IF NOT EXISTS `t` (`event` text, a decimal(9,2), KEY `k` (`a`));\n"
            b"INSERT INTO `t` VALUES ('pay',1.50),('it\\'s',NULL);\n"
        ),
        (
            b'CREATE TABLE public.e (event text);\nCOPY public.e (event, "c") FROM stdin;\n'
            b"pay\t\\N\n\\.\n"
        ),
        b"INSERT [dbo].[e] ([event], [t]) VALUES (N'pay', CAST(N'2026-01-09' AS DateTime))\nGO\n",
    ),
    "spreadsheetml": (
        (
            b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"'
            b' xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="T">'
            b"<Table>"
            b'<Row><Cell><Data ss:Type="String">event</Data></Cell><Cell><Data>b</Data></Cell>'
            b"</Row>"
            b'<Row ss:Index="4" ss:Hidden="1"><Cell><Data ss:Type="String">pay</Data></Cell>'
            b'<Cell ss:Index="2"><Data ss:Type="DateTime">2026-01-09T21:00:00.000</Data></Cell>'
            b"</Row>"
            b'<Row><Cell ss:Formula="=1"/><Cell><Data ss:Type="Error">#N/A</Data></Cell></Row>'
            b"</Table></Worksheet></Workbook>"
        ),
    ),
    "sqlite": (database(),),
    "zip": (zipped({"a.csv": b"event\npay\n", "b/c.csv.gz": GZIPPED, "d.txt": b"x"}),),
}
