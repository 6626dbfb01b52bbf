"""Notices: what happens at tables and in tournaments, sent to programs and to people who are away."""
