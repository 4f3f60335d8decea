import { plural } from '@repo/domain/text/plural';
import path from 'node:path';
import { writeBackup } from '@repo/backup/write-backup';
import { readCredentialKeyIds } from '#platform/database/backup-schema.ts';
import type { Command } from '../command.ts';
import { backupFileOption } from '../options.ts';
import { withDatabase } from '../open-context.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'Writes the whole database to one file; servers can keep running',
  options: [backupFileOption('The file to create; it must not exist')],
  runBeforeSchema: async (config, given) => {
    const file = path.resolve(given.text('file'));
    const written = await withDatabase(config, (url) =>
      writeBackup(url, file, readCredentialKeyIds),
    );
    const { tables, rows, bytes, migrations } = written;
    const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
    return {
      data: { file, ...written },
      text: [
        `Wrote ${plural(rows, 'row')} of ${plural(tables, 'table')} (schema ${migrations.at(-1)}) to ${file}, ${size}.`,
        'It contains users’ email: protect it like the database.',
        keysNote(config.encryptionKeys.keys()),
      ].join('\n'),
    };
  },
};

/** Without the keys, a restored server cannot decrypt the credentials of connected accounts. */
const keysNote = (ids: Iterable<string>): string =>
  `It does not contain the encryption keys (${[...ids].join(', ')}): store ENCRYPTION_KEYS, or the file encryption-key in DATA_DIR, in a different location.`;
