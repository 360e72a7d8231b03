"""Audits of data sets on Apache Spark: Spark distributes parts of a log, our engine judges each."""
