"""The API for agents: the Model Context Protocol, over HTTP at `/mcp` and over standard input and output.

A tool answers with text for a person or a model, and with structured content for a program. The tools call the same
use cases as the other two APIs. Only `server.py` and `transport.py` import the SDK, which is loaded when the first
request comes.
"""
