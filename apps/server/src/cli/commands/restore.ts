import path from 'node:path';
import type { Config } from '../../config.ts';
import { restoreBackup } from '@repo/backup/restore-backup';
import { restoredSchema } from '../../platform/database/backup-schema.ts';
import { type Command, option } from '../command.ts';
import { backupFileOption } from '../options.ts';
import { withDatabase } from '../open-context.ts';

export const restore: Command = {
  name: 'restore',
  summary: 'Restores a backup into an empty database; stop the servers first',
  options: [
    backupFileOption('The backup'),
    option('--replace', 'Deletes the current contents of the database'),
  ],
  runBeforeSchema: async (config, given) => {
    const file = path.resolve(given.text('file'));
    const replaces = given.flag('replace');
    const restored = await withDatabase(config, (url) =>
      restoreBackup(url, file, { schema: restoredSchema(url), replaces }),
    );
    const { rows, tables, takenAt, keyIds } = restored;
    return {
      data: { file, ...restored },
      text: [
        `Restored ${rows} rows of ${tables} tables as of ${takenAt}.`,
        ...keysNote(config, keyIds),
      ].join('\n'),
    };
  },
};

function keysNote({ encryptionKeys }: Config, keyIds: readonly string[]): string[] {
  const missing = keyIds.filter((id) => !encryptionKeys.has(id));
  if (missing.length === 0) return [];
  return [
    `Credentials in it are encrypted with ${missing.join(', ')}, which ENCRYPTION_KEYS lacks: add the missing keys, or people have to connect again.`,
  ];
}
