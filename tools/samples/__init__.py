"""The sample logs of the repository, lawful and faulty, with what an audit is to find in them."""
