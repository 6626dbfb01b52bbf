"""The REST API: endpoints, their dispatch, and the OpenAPI document, all made from one registry."""
