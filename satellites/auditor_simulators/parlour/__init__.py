"""The parlour game bataille and its variants."""
