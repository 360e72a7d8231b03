"""CSV files: read with care cell by cell, or fast where nothing needs interpretation."""
