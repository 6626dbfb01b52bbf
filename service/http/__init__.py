"""Requests read and answers written, for both front ends."""
