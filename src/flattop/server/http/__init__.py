"""HTTP: REST routes, middleware and the files of the page."""
