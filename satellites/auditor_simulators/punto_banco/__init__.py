"""Punto banco: lawful shoes and named faults."""
