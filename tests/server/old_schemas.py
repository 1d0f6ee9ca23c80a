"""The schemas of all earlier versions, as the steps that made each from the one before.

A database of every version that was ever written must open, so nothing here changes.
"""

from hashlib import sha256

SQLITE_STEPS = (
    """
    CREATE TABLE guest (
        id TEXT PRIMARY KEY, name TEXT NOT NULL,
        token_hash BLOB NOT NULL UNIQUE, since INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE game_table (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT,
        private INTEGER NOT NULL, spectators INTEGER NOT NULL, clock TEXT, owner TEXT,
        invite TEXT NOT NULL, seed BLOB NOT NULL, header TEXT, state TEXT NOT NULL,
        turn TEXT NOT NULL, clocks TEXT, rematch TEXT, since INTEGER NOT NULL
    );
    CREATE INDEX game_table_listed ON game_table (state, private, since);
    CREATE TABLE seat (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, guest TEXT, name TEXT NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) WITHOUT ROWID;
    CREATE INDEX seat_of_guest ON seat (guest, table_id);
    CREATE TABLE event (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, entry TEXT NOT NULL, chain TEXT NOT NULL,
        at INTEGER NOT NULL, PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE answer (
        table_id TEXT NOT NULL, guest TEXT NOT NULL, id TEXT NOT NULL, answer TEXT NOT NULL,
        PRIMARY KEY (table_id, guest, id)
    ) WITHOUT ROWID;
    CREATE TABLE chat (
        table_id TEXT NOT NULL, n INTEGER NOT NULL, seat INTEGER, name TEXT NOT NULL, text TEXT NOT NULL,
        at INTEGER NOT NULL, PRIMARY KEY (table_id, n)
    ) WITHOUT ROWID;
    """,
    # Version numbers must never repeat after a restart, so they begin with the number of starts.
    """
    CREATE TABLE house (starts INTEGER NOT NULL);
    INSERT INTO house VALUES (0);
    """,
    # Older tables have no result row. The server computes those once, when it opens, and sets `gathered`.
    """
    CREATE TABLE team (id TEXT PRIMARY KEY, places TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE team_guest (
        guest TEXT NOT NULL, team TEXT NOT NULL, PRIMARY KEY (guest, team)
    ) WITHOUT ROWID;
    CREATE TABLE result (
        table_id TEXT PRIMARY KEY, game TEXT NOT NULL, chapter TEXT NOT NULL, team TEXT NOT NULL,
        won INTEGER NOT NULL, stars INTEGER NOT NULL, points INTEGER NOT NULL, ticks INTEGER NOT NULL,
        at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX result_of_team ON result (team, game, at);
    ALTER TABLE house ADD COLUMN gathered INTEGER NOT NULL DEFAULT 0;
    """,
    # A cache of win chances, which take minutes to compute. A new edition overwrites the answer.
    """
    CREATE TABLE chances (
        table_id TEXT PRIMARY KEY, edition INTEGER NOT NULL, answer TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    # Each deck is stored once, by its digest; before, every table had a copy of its text.
    """
    CREATE TABLE deck (digest TEXT PRIMARY KEY, text TEXT NOT NULL);
    INSERT OR IGNORE INTO deck SELECT digest(deck), deck FROM game_table WHERE deck IS NOT NULL;
    UPDATE game_table SET deck = digest(deck) WHERE deck IS NOT NULL;
    CREATE INDEX game_table_of_deck ON game_table (deck) WHERE deck IS NOT NULL;
    """,
    # A partial index for each list of tables, in the order of the list.
    """
    ALTER TABLE game_table ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
    DROP INDEX game_table_listed;
    CREATE INDEX game_table_open ON game_table (since)
        WHERE private = 0 AND (state = 'waiting' OR (state = 'playing' AND spectators = 1));
    CREATE INDEX game_table_in_play ON game_table (id) WHERE state = 'playing';
    CREATE INDEX game_table_past ON game_table (since) WHERE state = 'over' AND archived = 0;
    CREATE INDEX game_table_of_owner ON game_table (owner, state);
    """,
    "ALTER TABLE game_table ADD COLUMN shown_out TEXT NOT NULL DEFAULT '[]';",
    """
    ALTER TABLE game_table ADD COLUMN practice INTEGER NOT NULL DEFAULT 0;
    """,
    # The auto-answers of a seat, as JSON.
    "ALTER TABLE seat ADD COLUMN habits TEXT;",
    # `n` is the order in which tables were created.
    """
    CREATE TABLE ordered_table (
        n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT,
        private INTEGER NOT NULL, spectators INTEGER NOT NULL, clock TEXT, owner TEXT,
        invite TEXT NOT NULL, seed BLOB NOT NULL, header TEXT, state TEXT NOT NULL,
        turn TEXT NOT NULL, clocks TEXT, rematch TEXT, since INTEGER NOT NULL,
        archived INTEGER NOT NULL DEFAULT 0, shown_out TEXT NOT NULL DEFAULT '[]',
        practice INTEGER NOT NULL DEFAULT 0
    );
    INSERT INTO ordered_table SELECT rowid, id, game, options, deck, private, spectators, clock, owner,
        invite, seed, header, state, turn, clocks, rematch, since, archived, shown_out, practice
        FROM game_table;
    DROP TABLE game_table;
    ALTER TABLE ordered_table RENAME TO game_table;
    CREATE INDEX game_table_of_deck ON game_table (deck) WHERE deck IS NOT NULL;
    CREATE INDEX game_table_open ON game_table (since, n)
        WHERE private = 0 AND (state = 'waiting' OR (state = 'playing' AND spectators = 1));
    CREATE INDEX game_table_in_play ON game_table (id) WHERE state = 'playing';
    CREATE INDEX game_table_past ON game_table (since) WHERE state = 'over' AND archived = 0;
    CREATE INDEX game_table_of_owner ON game_table (owner, state);
    """,
)


POSTGRES_STEPS = (
    """
    CREATE TABLE guest (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, token_hash BYTEA NOT NULL UNIQUE, since BIGINT NOT NULL
    );
    CREATE TABLE game_table (
        n BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
        id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT,
        private INTEGER NOT NULL, spectators INTEGER NOT NULL, clock TEXT, owner TEXT,
        invite TEXT NOT NULL, seed BYTEA NOT NULL, header TEXT, state TEXT NOT NULL,
        turn TEXT NOT NULL, clocks TEXT, rematch TEXT, since BIGINT NOT NULL,
        archived INTEGER NOT NULL DEFAULT 0, shown_out TEXT NOT NULL DEFAULT '[]',
        practice INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX game_table_of_deck ON game_table (deck) WHERE deck IS NOT NULL;
    CREATE INDEX game_table_open ON game_table (since, n)
        WHERE private = 0 AND (state = 'waiting' OR (state = 'playing' AND spectators = 1));
    CREATE INDEX game_table_in_play ON game_table (id) WHERE state = 'playing';
    CREATE INDEX game_table_past ON game_table (since) WHERE state = 'over' AND archived = 0;
    CREATE INDEX game_table_of_owner ON game_table (owner, state);
    CREATE TABLE seat (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, guest TEXT, name TEXT NOT NULL,
        habits TEXT, PRIMARY KEY (table_id, seat)
    );
    CREATE INDEX seat_of_guest ON seat (guest, table_id);
    CREATE TABLE event (
        table_id TEXT NOT NULL, seq BIGINT NOT NULL, entry TEXT NOT NULL, chain TEXT NOT NULL,
        at BIGINT NOT NULL, PRIMARY KEY (table_id, seq)
    );
    CREATE TABLE answer (
        table_id TEXT NOT NULL, guest TEXT NOT NULL, id TEXT NOT NULL, answer TEXT NOT NULL,
        PRIMARY KEY (table_id, guest, id)
    );
    CREATE TABLE chat (
        table_id TEXT NOT NULL, n BIGINT NOT NULL, seat INTEGER, name TEXT NOT NULL, text TEXT NOT NULL,
        at BIGINT NOT NULL, PRIMARY KEY (table_id, n)
    );
    CREATE TABLE house (starts BIGINT NOT NULL, gathered INTEGER NOT NULL DEFAULT 0);
    INSERT INTO house VALUES (0, 0);
    CREATE TABLE team (id TEXT PRIMARY KEY, places TEXT NOT NULL);
    CREATE TABLE team_guest (guest TEXT NOT NULL, team TEXT NOT NULL, PRIMARY KEY (guest, team));
    CREATE TABLE result (
        table_id TEXT PRIMARY KEY, game TEXT NOT NULL, chapter TEXT NOT NULL, team TEXT NOT NULL,
        won INTEGER NOT NULL, stars BIGINT NOT NULL, points BIGINT NOT NULL, ticks BIGINT NOT NULL,
        at BIGINT NOT NULL
    );
    CREATE INDEX result_of_team ON result (team, game, at);
    CREATE TABLE chances (table_id TEXT PRIMARY KEY, edition INTEGER NOT NULL, answer TEXT NOT NULL);
    CREATE TABLE deck (digest TEXT PRIMARY KEY, text TEXT NOT NULL);
    """,
    # A server worker is alive until `until`. A table belongs to the holder of its lease.
    """
    CREATE TABLE worker (id TEXT PRIMARY KEY, until TIMESTAMPTZ NOT NULL);
    CREATE TABLE lease (table_id TEXT PRIMARY KEY, holder TEXT NOT NULL, number BIGINT NOT NULL);
    CREATE INDEX lease_of_holder ON lease (holder);
    CREATE SEQUENCE lease_number;
    """,
    # The key that authenticates messages between server workers.
    """
    CREATE TABLE bus_key (key BYTEA NOT NULL);
    INSERT INTO bus_key
        SELECT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
    """,
)


def create_sqlite(db, version):
    """Give an empty file the schema of an earlier version."""
    db.create_function("digest", 1, lambda deck: sha256(deck.encode()).hexdigest(), deterministic=True)
    for step in SQLITE_STEPS[:version]:
        db.executescript(step)
    db.execute(f"PRAGMA user_version = {version}")


async def create_postgres(db, version):
    """Give an empty database the schema of an earlier version."""
    for step in POSTGRES_STEPS[:version]:
        await db.execute(step)
    await db.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
    await db.execute("INSERT INTO schema_version VALUES ($1)", version)
