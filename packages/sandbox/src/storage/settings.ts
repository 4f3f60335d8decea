import type { DatabaseSync } from 'node:sqlite';

export const settingsSchema =
  'CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID';

export function readSetting(database: DatabaseSync, name: string): string | undefined {
  const row = database.prepare('SELECT value FROM settings WHERE name = ?').get(name);
  return row === undefined ? undefined : String(row['value']);
}

export function writeSetting(database: DatabaseSync, name: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value);
}
