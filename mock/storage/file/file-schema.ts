/**
 * The tables of a storage file. Names and ids are JSON-escaped, as in Redis. Triggers keep the totals, so that no command
 * counts rows. Numbers that AUTOINCREMENT assigns are not reused after a `reset`.
 */
export const FILE_SCHEMA = `
CREATE TABLE records (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  size INTEGER NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (collection, id)
);
CREATE INDEX records_in_order ON records (collection, place);

-- In the order of their first record.
CREATE TABLE collections (name TEXT PRIMARY KEY, place INTEGER NOT NULL, count INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX collections_in_order ON collections (place);

CREATE TABLE numbers (age INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL UNIQUE, last INTEGER NOT NULL);

CREATE TABLE entries (id INTEGER PRIMARY KEY AUTOINCREMENT, size INTEGER NOT NULL, text TEXT NOT NULL);

-- The first in the list has the lowest position; times is null if it is unlimited.
CREATE TABLE rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  position INTEGER NOT NULL,
  skip INTEGER NOT NULL,
  times INTEGER,
  skipped INTEGER NOT NULL DEFAULT 0,
  taken INTEGER NOT NULL DEFAULT 0,
  text TEXT NOT NULL
);

-- One row.
CREATE TABLE totals (
  records INTEGER NOT NULL DEFAULT 0,
  record_size INTEGER NOT NULL DEFAULT 0,
  entry_size INTEGER NOT NULL DEFAULT 0,
  begun INTEGER NOT NULL DEFAULT 0
);
INSERT INTO totals DEFAULT VALUES;

CREATE TRIGGER record_inserted AFTER INSERT ON records BEGIN
  UPDATE totals SET records = records + 1, record_size = record_size + NEW.size;
  INSERT INTO collections VALUES (NEW.collection, NEW.place, 1) ON CONFLICT (name) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER record_updated AFTER UPDATE ON records BEGIN
  UPDATE totals SET record_size = record_size + NEW.size - OLD.size;
END;
CREATE TRIGGER record_deleted AFTER DELETE ON records BEGIN
  UPDATE totals SET records = records - 1, record_size = record_size - OLD.size;
  UPDATE collections SET count = count - 1 WHERE name = OLD.collection;
  DELETE FROM collections WHERE name = OLD.collection AND count = 0;
END;
CREATE TRIGGER entry_inserted AFTER INSERT ON entries BEGIN
  UPDATE totals SET entry_size = entry_size + NEW.size;
END;
CREATE TRIGGER entry_deleted AFTER DELETE ON entries BEGIN
  UPDATE totals SET entry_size = entry_size - OLD.size;
END;
`;
