"""The lab: what the keeper of a server lets bots find out, one experiment at a time, beside the tables."""
