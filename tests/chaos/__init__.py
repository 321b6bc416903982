"""Storms: random kills of everything that can be killed, and afterwards the books must add up."""
