import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

/** The id of a key and its 32 bytes. */
export type KeyFileEntry = [id: string, key: Buffer];

/**
 * The file with the server's own encryption keys, one `id:base64` a line; the first one encrypts.
 */
export const keyFileOf = (dataDir: string): string => path.join(dataDir, 'encryption-key');

/**
 * Creates a random key. Its id is random too, so that after the loss of a file the secrets
 * encrypted with its key can be recognized.
 */
export const createKeyFileEntry = (): KeyFileEntry => [
  `own-${randomBytes(4).toString('hex')}`,
  randomBytes(32),
];

/** @throws Error when a line is not a key. */
export const readKeyFile = (file: string): KeyFileEntry[] =>
  readFileSync(file, 'utf8').trim().split(/\s+/).map(parseKey);

/** @throws Error for a text that is not `id:` and 32 bytes in base64. */
export function parseKey(text: string): KeyFileEntry {
  const [, id = '', encoded = ''] = /^([\w-]+):(.+)$/.exec(text) ?? [];
  const key = Buffer.from(encoded, 'base64');
  if (key.length !== 32) throw new Error('must be "id:key", the key 32 bytes in base64');
  return [id, key];
}

/**
 * Creates the file with a new key, unless another process has already done so. Removes drafts left
 * behind by a killed process, which contain keys.
 */
export function ensureKeyFile(file: string): void {
  removeDrafts(file);
  try {
    writeFileSync(file, format([createKeyFileEntry()]), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Replaces the file atomically. Only its owner can read it. */
export function writeKeyFile(file: string, entries: readonly KeyFileEntry[]): void {
  const draft = draftOf(file, process.pid);
  const descriptor = openSync(draft, 'w', 0o600);
  try {
    writeSync(descriptor, format(entries));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}

const draftOf = (file: string, pid: number): string => `${file}.${pid}`;

function removeDrafts(file: string): void {
  const folder = path.dirname(file);
  for (const name of readdirSync(folder)) {
    const pid = Number(/^(.+)\.(\d+)$/.exec(name)?.[2]);
    const draft = draftOf(file, pid);
    if (path.join(folder, name) === draft && !isRunning(pid)) rmSync(draft, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

const format = (entries: readonly KeyFileEntry[]): string =>
  entries.map(([id, key]) => `${id}:${key.toString('base64')}\n`).join('');
