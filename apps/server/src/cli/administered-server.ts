import { statSync } from 'node:fs';
import { ApiError, createClient, UnexpectedAnswerError } from '@repo/client/client';
import { isWellFormedKey, looksLikeApiKey } from '#platform/secrets/api-key.ts';
import { readSecretFiles } from '#platform/secrets/secret-files.ts';
import { type AdministeredServer, type Outcome, UsageError } from './command.ts';
import { createFinders } from './find-on-server.ts';
import { requireServerAddress } from './server-address.ts';

/** A command waits for a server that restarts, and not for one that is not there. */
const ATTEMPTS = 3;
const TIMEOUT_MS = 60_000;

/**
 * Opens a server to be administered over its API. Sends nothing yet.
 *
 * @param address as in `https://tracker.example.com`
 * @param environment with the key in `API_KEY`, or the path of its file in `API_KEY_FILE`: other users of the
 *   machine can see the arguments of a command
 * @throws UsageError without a key, for a key that cannot be one, and for an address that must not get it
 */
export async function openServer(
  address: string,
  environment: Record<string, string | undefined>,
): Promise<AdministeredServer> {
  const key = readKey(environment);
  await requireServerAddress(address);
  const { call } = createClient({ address, key, attempts: ATTEMPTS, timeoutMs: TIMEOUT_MS });

  return { call, ...createFinders(call) };
}

/**
 * Reads the key. A text that is none, such as the content of another file, is neither sent nor shown.
 *
 * @throws UsageError
 */
function readKey(environment: Record<string, string | undefined>): string {
  const { API_KEY = '' } = readSecretFiles(environment, ['API_KEY']);
  const key = API_KEY.trim();
  if (key === '') {
    throw new UsageError('--server needs an API key: set API_KEY, or API_KEY_FILE to its file');
  }
  if (!isWellFormedKey(key)) {
    const setting = environment['API_KEY'] ? 'API_KEY' : 'The file of API_KEY_FILE';
    throw new UsageError(`${setting} is no API key, or a mistyped one: its checksum is wrong`);
  }
  return key;
}

/**
 * Refuses to run a command on this machine while an API key is set for it: the command was meant for the server of
 * the key. Another program's setting of the same name is left alone.
 *
 * @throws UsageError
 */
export function requireNoKey(environment: Record<string, string | undefined>): void {
  const setting = environment['API_KEY'] ? 'API_KEY' : 'API_KEY_FILE';
  if (!hasKey(environment)) return;
  throw new UsageError(
    `${setting} is set, which is for --server: add --server https://NAME, or unset ${setting} to do it on this machine`,
  );
}

/** Whether an API key of this product is set. A file that cannot be read is none. */
function hasKey(environment: Record<string, string | undefined>): boolean {
  try {
    const { API_KEY = '' } = readSecretFiles(environment, ['API_KEY']);
    return looksLikeApiKey(API_KEY.trim());
  } catch {
    return false;
  }
}

/**
 * Runs a command on a server. A change whose answer was lost with the connection counts as made: the client sent it
 * again, and the server has no second answer.
 */
export async function runOnServer(work: () => Promise<Outcome>, address: string): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!wasDone(error)) throw explainFailure(error, address);
    return {
      data: { wasDone: true },
      text: 'The server made the change, and its answer was lost with the connection.',
    };
  }
}

const wasDone = (error: unknown): boolean =>
  error instanceof ApiError &&
  typeof error.details === 'object' &&
  error.details !== null &&
  'wasDone' in error.details;

/** Warns about a key file that other users of the machine can read. */
export function keyFileNotes({ API_KEY_FILE: file }: Record<string, string | undefined>): string[] {
  // The modes of Windows say nothing.
  if (!file || process.platform === 'win32') return [];
  const isPrivate = ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) === 0;
  return isPrivate ? [] : [`Other users of this machine can read the key: chmod 600 ${file}`];
}

/** A failure of the connection, in words for people. What the server explains stays as it is. */
function explainFailure(error: unknown, address: string): unknown {
  if (error instanceof UnexpectedAnswerError) {
    return new Error(`${error.message} Check the address ${address}.`, { cause: error });
  }
  if (!(error instanceof TypeError)) return error;
  if (error.cause instanceof Error) {
    const { message, code = '' } = error.cause as NodeJS.ErrnoException;
    // The message of OpenSSL names its own source files.
    const problem = code.startsWith('ERR_SSL') ? code : message || code;
    return new Error(`${address} cannot be reached: ${problem}`, { cause: error });
  }
  // A field was read that the answer does not have.
  return new Error(
    `The server does not answer as this product does. Check the address ${address}.`,
    {
      cause: error,
    },
  );
}
