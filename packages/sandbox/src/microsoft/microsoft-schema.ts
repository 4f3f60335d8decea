/**
 * The mailbox of `gmail` as Microsoft shows it: each message is in one folder. `seen` is the message's history id
 * when its folder was last derived from its labels. A data folder of an earlier version gets these tables, too.
 */
export const microsoftSchema = `
  CREATE TABLE IF NOT EXISTS microsoft_mailboxes (
    owner INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS microsoft_folders (
    owner INTEGER NOT NULL,
    id TEXT NOT NULL,
    parent TEXT,
    name TEXT NOT NULL,
    well_known TEXT,
    PRIMARY KEY (owner, id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS microsoft_items (
    owner INTEGER NOT NULL,
    message TEXT NOT NULL,
    folder TEXT NOT NULL,
    seen INTEGER NOT NULL,
    moves INTEGER NOT NULL DEFAULT 0,
    modified INTEGER NOT NULL,
    PRIMARY KEY (owner, message)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS microsoft_items_by_folder ON microsoft_items (owner, folder, message);
  CREATE TABLE IF NOT EXISTS microsoft_changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL,
    folder TEXT NOT NULL,
    message TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS microsoft_changes_by_folder ON microsoft_changes (owner, folder, seq)`;
