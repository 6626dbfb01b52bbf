"""The structs of the contract, and the projection of a session for one viewer."""
