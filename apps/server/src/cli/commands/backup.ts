import path from 'node:path';
import { writeBackup } from '../../platform/backup/write-backup.ts';
import type { Command } from '../command.ts';
import { backupFile } from '../options.ts';
import { withDatabase } from '../open-context.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'Writes everything that the database holds into one file; servers may go on meanwhile',
  options: { file: backupFile('Where to write it; it must not exist yet') },
  runBeforeSchema: async (config, given) => {
    const file = path.resolve(given.text('file'));
    const written = await withDatabase(config, (url) => writeBackup(url, file));
    const { tables, rows, bytes, migrations } = written;
    const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
    return {
      data: { file, ...written },
      text: [
        `Wrote ${rows} rows of ${tables} tables (schema ${migrations.at(-1)}) to ${file}, ${size}.`,
        'It holds people’s mail: keep it as safe as the database.',
        keysNote(config.encryptionKeys.keys()),
      ].join('\n'),
    };
  },
};

/** Without them, what people connected cannot be opened after a restore. */
const keysNote = (ids: Iterable<string>): string =>
  `It does not hold the encryption keys (${[...ids].join(', ')}): keep ENCRYPTION_KEYS, or the file encryption-key in DATA_DIR, in another place.`;
