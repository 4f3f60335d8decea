import path from 'node:path';
import type { Config } from '../../config.ts';
import { restoreBackup } from '../../platform/backup/restore-backup.ts';
import type { Command } from '../command.ts';
import { backupFile } from '../options.ts';
import { withDatabase } from '../open-context.ts';

export const restore: Command = {
  name: 'restore',
  summary: 'Restores a backup into an empty database; stop the servers first',
  options: {
    file: backupFile('The back-up'),
    replace: { type: 'boolean', description: 'Deletes the current contents of the database' },
  },
  runBeforeSchema: async (config, given) => {
    const file = path.resolve(given.text('file'));
    const replaces = given.flag('replace');
    const restored = await withDatabase(config, (url) => restoreBackup(url, file, { replaces }));
    const { rows, tables, takenAt, keyIds } = restored;
    return {
      data: { file, ...restored },
      text: [
        `Restored ${rows} rows of ${tables} tables as they stood at ${takenAt}.`,
        ...keysNote(config, keyIds),
      ].join('\n'),
    };
  },
};

function keysNote({ encryptionKeys }: Config, keyIds: readonly string[]): string[] {
  const missing = keyIds.filter((id) => !encryptionKeys.has(id));
  if (missing.length === 0) return [];
  return [
    `Credentials in it are sealed with ${missing.join(', ')}, which ENCRYPTION_KEYS does not name: add it, or people have to connect again.`,
  ];
}
