"""One renderer a file: each turns a report value into bytes and computes nothing."""
