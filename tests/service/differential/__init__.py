"""The proof that responses to compiled operations equal graphql-core's byte for byte."""
