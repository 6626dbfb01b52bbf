"""The proof that compiled operations are answered, to the byte, as graphql-core answers them."""
