"""The API over REST: operations, their dispatch, and the OpenAPI document, all made from one registry."""
