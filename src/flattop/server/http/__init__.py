"""HTTP: REST routes, middleware, the connection protocol and the files of the page."""
