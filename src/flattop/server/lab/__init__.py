"""The lab: experiments with bots that the operator runs beside the tables, one at a time."""
