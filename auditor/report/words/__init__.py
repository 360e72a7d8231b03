"""Every word that the report itself says, in French and in English."""
