import { randomUUID } from 'node:crypto';
import type { ImapFlow } from 'imapflow';
import {
  FolderError,
  folderProblem,
  type ImapRefusal,
  isInbox,
  isRefusal,
} from './folder-problem.ts';
import { openFolder } from './imap-commands.ts';
import { PAGE_TARGET_MS } from './imap-limits.ts';
import type { FolderStatus } from './read-folders.ts';

/** The results for the folders that were looked for by name. A folder in none of these was not looked for. */
export interface UnlistedFolders {
  /** Folders that exist although they are not listed. */
  found: FolderStatus[];
  /** Folders that certainly do not exist. */
  gone: string[];
  /** Folders about which the server says neither, with the problem. */
  refused: Map<string, string>;
}

/** Codes with which a server says that there is no such folder (RFC 5530, RFC 9051). */
const missingCodes = new Set(['NONEXISTENT', 'TRYCREATE']);

/**
 * Looks by name for known folders that are missing in a list of folders. The server may have omitted a line,
 * or the client may have failed to parse it, and emails in missing folders are removed. Ends after the time
 * for a page.
 *
 * @param unselectable paths that are listed as folders without emails.
 */
export async function findUnlisted(
  client: ImapFlow,
  paths: readonly string[],
  unselectable: ReadonlySet<string> = new Set(),
): Promise<UnlistedFolders> {
  const end = Date.now() + PAGE_TARGET_MS;
  const result: UnlistedFolders = { found: [], gone: [], refused: new Map() };
  const isMissing = createMissingCheck(client);
  for (const path of paths) {
    if (Date.now() > end) break;
    try {
      const { validity, uidNext, count } = await openFolder(client, path);
      result.found.push({ path, validity, uidNext, count });
    } catch (error) {
      const problem = folderProblem(path, error);
      if (problem === undefined) throw error;
      if (await isMissing(path, error, unselectable.has(path))) result.gone.push(path);
      else result.refused.set(path, problem);
    }
  }
  return result;
}

/**
 * Whether the server says with a failure to open a folder that it does not exist. Dovecot 2.3 and Cyrus
 * 3.6 do so with a sentence alone, just as Cyrus says that access is denied: it only counts if the server
 * says the same of a folder that certainly does not exist, and opens the inbox.
 */
export type MissingCheck = (
  path: string,
  error: unknown,
  isUnselectable?: boolean,
) => Promise<boolean>;

export function createMissingCheck(client: ImapFlow): MissingCheck {
  let described: ReturnType<typeof describeMissing> | undefined;
  return async (path, error, isUnselectable = false) => {
    if (isInbox(path) || error instanceof FolderError || !isRefusal(error)) return false;
    const code = codeOf(error);
    if (code !== undefined) return missingCodes.has(code);
    // A name with a wildcard also lists other folders.
    const isListed = error.mailboxMissing !== true && !/[%*]/.test(path);
    if (error.responseStatus !== 'NO' || (isListed && !isUnselectable)) return false;
    described ??= describeMissing(client);
    return (await described)(error);
  };
}

/** Compares a failure with the server's response about a folder that does not exist. */
async function describeMissing(client: ImapFlow): Promise<(error: ImapRefusal) => boolean> {
  const absent = `absent-${randomUUID()}`;
  const never = () => false;
  try {
    await openFolder(client, absent);
    return never;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // A server that uses codes would have used one.
    if (codeOf(error) !== undefined) return never;
    await openFolder(client, 'INBOX');
    // A name may be in the message, in any encoding.
    const [before = '', after] = (error.responseText ?? '').split(absent).map(wordsOf);
    return ({ responseText = '' }) => {
      const words = wordsOf(responseText);
      if (after === undefined) return words === before;
      return before + after !== '' && words.startsWith(before) && words.endsWith(after);
    };
  }
}

const codeOf = ({ serverResponseCode }: ImapRefusal): string | undefined =>
  serverResponseCode?.toUpperCase();

/** The words of a message, without numbers, such as durations. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()
    .toLowerCase();
