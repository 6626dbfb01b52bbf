"""What the service tells and takes: every value of the contract, declared once.

The GraphQL types are made from these structs and so are the schemas of OpenAPI: one name, one type and one description
for each field.
"""
