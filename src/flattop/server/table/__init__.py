"""A live table: one at a time may touch it, and every change is saved before anybody hears of it."""
