import { CLI_COMMAND, isInstalled } from '#platform/cli-command.ts';
import { activeAdministrators } from './modules/users/administrators.ts';
import type { Database } from './platform/database/create-database.ts';

/** Settings that the command line must share with the server, and that are not secret. */
const shared = [
  'DATA_DIR',
  'PORT',
  'PUBLIC_URL',
  'WEB_URL',
  'DATABASE_URL_FILE',
  'PGPASSWORD_FILE',
];

/**
 * Explains how to create the first administrator; undefined when there is one.
 *
 * @param environment the server's own: the part that the command needs is printed in front of it.
 */
export async function setupHint(
  db: Database,
  environment: Record<string, string | undefined>,
): Promise<string | undefined> {
  const administrator = await activeAdministrators(db).limit(1).executeTakeFirst();
  if (administrator !== undefined) return undefined;
  const settings = isInstalled ? [] : settingsOf(environment);
  const command = `${CLI_COMMAND} create-admin --email you@example.org --name "Your Name"`;
  return [
    '',
    'No one can sign in yet. Create the first administrator, in another terminal:',
    '',
    `  ${[...settings, command].join(' ')}`,
    '',
    '',
  ].join('\n');
}

/** Where the server is installed, the command reads them itself. */
function settingsOf(environment: Record<string, string | undefined>): string[] {
  const settings = shared.flatMap((name) =>
    environment[name] ? [`${name}=${quoted(environment[name])}`] : [],
  );
  // Not its value, which contains a password.
  if (environment['DATABASE_URL']) settings.push('DATABASE_URL="$DATABASE_URL"');
  return settings;
}

const quoted = (value: string): string =>
  /^[\w./:-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
