"""Files: found in folders, unpacked, known by what they hold, and opened with bounds."""
