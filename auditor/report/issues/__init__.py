"""What is wrong with a file, as code hosts, editors and build servers read it."""
