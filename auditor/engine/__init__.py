"""The columnar engine: every rule over whole columns, the reference for what columns cannot say."""
