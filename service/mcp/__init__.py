"""The API for agents: the Model Context Protocol, over HTTP at `/mcp` and over standard input and output.

What a tool answers is text for a person or a model to read, and beside it the little that a program needs. The tools
call the same use cases as the other two APIs. Only `server.py` and what serves it import the SDK, which is loaded when
the first request comes.
"""
