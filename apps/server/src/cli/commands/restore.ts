import { plural } from '@repo/domain/text/plural';
import path from 'node:path';
import { type Config, ConfigError } from '../../config.ts';
import { restoreBackup } from '@repo/backup/restore-backup';
import { restoredSchema } from '#platform/database/backup-schema.ts';
import { createDatabase } from '#platform/database/create-database.ts';
import { readCitus } from '#platform/database/distribution/read-distribution.ts';
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
    const restored = await withDatabase(config, async (url) => {
      await requireOneNode(url);
      return restoreBackup(url, file, { schema: restoredSchema(url), replaces });
    });
    const { rows, tables, takenAt, keyIds } = restored;
    return {
      data: { file, ...restored },
      text: [
        `Restored ${plural(rows, 'row')} of ${plural(tables, 'table')} as of ${takenAt}.`,
        ...keysNote(config, keyIds),
      ].join('\n'),
    };
  },
};

/** Restoring replaces the schema, which Citus does not survive. */
async function requireOneNode(url: string): Promise<void> {
  const db = createDatabase({ url, poolSize: 1, onLostConnection: () => {} });
  try {
    if ((await readCitus(db)) !== 'installed') return;
  } finally {
    await db.destroy();
  }
  throw new ConfigError(
    'The database has the extension citus. Restore into a new one without it, then create the extension, add the nodes and distribute: docs/cluster.md. Nothing was changed.',
  );
}

function keysNote({ encryptionKeys }: Config, keyIds: readonly string[]): string[] {
  const missing = keyIds.filter((id) => !encryptionKeys.has(id));
  if (missing.length === 0) return [];
  return [
    `Secrets in it are encrypted with ${missing.join(', ')}, which ENCRYPTION_KEYS lacks: add the missing keys. Until then connections do not sync, webhooks send nothing, and codes of authenticator apps cannot be checked.`,
  ];
}
