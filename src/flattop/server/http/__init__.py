"""HTTP: routes, what every request passes, and the files of the page."""
