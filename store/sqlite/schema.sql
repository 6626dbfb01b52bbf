CREATE TABLE sessions (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  history_hash TEXT NOT NULL,
  expires_at REAL NOT NULL,
  document BLOB NOT NULL
) STRICT;
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE TABLE entries (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
  version INTEGER NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (session, version)
) STRICT;
CREATE TABLE receipts (
  session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
  key BLOB NOT NULL,
  fingerprint TEXT NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (session, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE archives (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  expires_at REAL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX archives_by_expiry ON archives (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE listed (
  number INTEGER PRIMARY KEY,
  list BLOB NOT NULL,
  member BLOB NOT NULL,
  at INTEGER NOT NULL,
  expires_at REAL NOT NULL,
  UNIQUE (list, member)
) STRICT;
CREATE INDEX listed_by_time ON listed (list, at, member);
CREATE INDEX listed_by_expiry ON listed (expires_at);
CREATE TABLE watermarks (
  number INTEGER PRIMARY KEY,
  name BLOB NOT NULL UNIQUE,
  height INTEGER NOT NULL,
  token BLOB NOT NULL,
  expires_at REAL NOT NULL
) STRICT;
CREATE INDEX watermarks_by_expiry ON watermarks (expires_at);
