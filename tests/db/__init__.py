"""Tests of db."""
