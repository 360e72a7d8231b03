"""Workbooks (XLSX, XLS, XLSB, ODS): guarded, read in a sandbox, inspected for what hides."""
