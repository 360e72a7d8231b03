"""What headers and cells leave beyond doubt, so that no mapping has to say it."""
