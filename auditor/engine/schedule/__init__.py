"""How far a rule looks, where a log can be cut, and the processes that judge its parts."""
