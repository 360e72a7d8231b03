"""The case file: what the inspector, and no log, says of an audit.  The yardstick is never taken
from whoever is audited.
"""
