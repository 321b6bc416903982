"""The tables by what they hold; db.models gathers them."""
