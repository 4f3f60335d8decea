import { CLI_COMMAND } from '#platform/cli-command.ts';
import { plural } from '@repo/domain/text/plural';
import { type MigrationPreview, previewMigration } from '#platform/database/migrate.ts';
import { type Command, option, UsageError } from '../command.ts';
import { withDatabase } from '../open-context.ts';

export const upgrade: Command = {
  name: 'upgrade',
  summary: 'Says what this version will change in the database, before it does',
  options: [option('--check', 'Only say it, and change nothing')],
  runBeforeSchema: async (config, given) => {
    if (!given.flag('check')) {
      throw new UsageError(
        `Use --check to see what an upgrade will do. To upgrade, start this version, or run: ${CLI_COMMAND} migrate`,
      );
    }
    const preview = await withDatabase(config, previewMigration);
    return { data: preview, text: describe(preview) };
  },
};

/** Measured with 1 and with 10 million emails on a busy machine of two cores: 40 and 63 s (docs/operations.md). */
const SECONDS_PER_GIGABYTE = 65;
/** Its growth was 0.75 of its size, and the space needed meanwhile 0.5. */
const FREE_SHARE = 0.8;
const GIGABYTE = 1024 ** 3;

function describe({ hasSchema, missing, nonRolling, connections, size }: MigrationPreview): string {
  if (!hasSchema)
    return 'The database is empty: the first start of this version creates its schema.';
  if (missing.length === 0)
    return 'The database has the schema of this version. There is nothing to do.';
  const gigabytes = size / GIGABYTE;
  const lines = [
    `${plural(missing.length, 'migration', 'migrations')} to run: ${missing.join(', ')}.`,
    ...(nonRolling.length === 0
      ? [
          'Rolling: install this version and restart the processes one after the other. No table is rewritten; a new index on a large table can take minutes.',
        ]
      : [
          `Not rolling, because of ${nonRolling.join(', ')}: stop every server and worker, then start this version.`,
          `Now ${plural(connections, 'connection of them uses', 'connections of them use')} the database.`,
          `The database has ${gigabytes.toFixed(1)} GB. Expect about ${plural(Math.max(1, Math.ceil((gigabytes * SECONDS_PER_GIGABYTE) / 60)), 'minute', 'minutes')}, and keep ${(gigabytes * FREE_SHARE).toFixed(1)} GB of its disk free.`,
        ]),
    `Before that: ${CLI_COMMAND} backup --file before.backup, with the version that runs now.`,
    'Nothing has been changed.',
  ];
  return lines.join('\n');
}
