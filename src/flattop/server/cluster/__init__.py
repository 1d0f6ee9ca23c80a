"""The cluster: several server workers on one database, which act as one server."""
