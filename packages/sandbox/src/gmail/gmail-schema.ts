/**
 * An email waits (`arrived = 0`) until its date when that lies ahead. Its raw bytes are in a table of their own, so
 * that lists never touch them. The search index stores positions of words, not their text;
 * as in Gmail a word is a run of letters, digits and underscores.
 */
export const gmailSchema = `
  CREATE TABLE mailboxes (
    owner INTEGER PRIMARY KEY REFERENCES owners (id),
    history_id INTEGER NOT NULL,
    history_floor INTEGER NOT NULL
  );
  CREATE TABLE messages (
    row_id INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES mailboxes (owner),
    id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    rfc_message_id TEXT,
    internal_date INTEGER NOT NULL,
    history_id INTEGER NOT NULL,
    size INTEGER NOT NULL,
    arrived INTEGER NOT NULL,
    UNIQUE (owner, id)
  );
  CREATE INDEX messages_by_date ON messages (owner, arrived, internal_date, row_id);
  CREATE INDEX messages_by_thread ON messages (owner, thread_id);
  CREATE INDEX messages_waiting ON messages (internal_date) WHERE arrived = 0;
  CREATE TABLE raw_mails (row_id INTEGER PRIMARY KEY REFERENCES messages (row_id), raw BLOB NOT NULL);
  CREATE TABLE deleted_messages (owner INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (owner, id)) WITHOUT ROWID;
  CREATE TABLE message_labels (
    row_id INTEGER NOT NULL REFERENCES messages (row_id),
    label TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (row_id, label)
  ) WITHOUT ROWID;
  CREATE INDEX messages_by_label ON message_labels (label, row_id);
  CREATE TABLE history (
    owner INTEGER NOT NULL,
    history_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    message_id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    message_labels TEXT NOT NULL,
    changed_labels TEXT NOT NULL,
    PRIMARY KEY (owner, history_id)
  ) WITHOUT ROWID;
  CREATE TABLE thread_references (
    owner INTEGER NOT NULL,
    reference TEXT NOT NULL,
    subject TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    PRIMARY KEY (owner, reference, subject)
  ) WITHOUT ROWID;
  CREATE TABLE left_out (owner INTEGER NOT NULL, rfc_message_id TEXT, reason TEXT NOT NULL);
  CREATE VIRTUAL TABLE search_index USING fts5 (
    sender, recipient, copied, blind_copied, subject,
    content = '', contentless_delete = 1, tokenize = "unicode61 tokenchars '_'"
  )`;
