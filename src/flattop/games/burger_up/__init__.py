"""The games played with the Burger Up pack.

Shared by all: `schema` and `cards` (the deck file), `burger`, `requirements` (orders) and `actions`. Shared
by the games with a Market and Bottom Buns (Burger Up, Party Up, Solo Up): `terms`, `shop`, `scoring`,
`computed_zones` and `refusals`.
"""
