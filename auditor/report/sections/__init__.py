"""The parts of a report, each laid out once for every renderer: statement, cards, tables."""
