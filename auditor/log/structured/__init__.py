"""JSON, XML, HTML and databases: the rows that stand in other structure than lines and sheets."""
