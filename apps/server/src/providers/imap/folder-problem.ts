import { ProviderError } from '#modules/integrations/provider-error.ts';
import { quoteServer } from './imap-failure.ts';
import { shownFolder } from './unreadable-mail.ts';

/** One folder cannot be read; others may be. */
export class FolderError extends ProviderError {
  constructor(message: string) {
    super('temporary', message);
  }
}

/**
 * Describes for users why a folder cannot be read: the server refuses to open it, or contradicts itself about
 * it. Undefined for failures of the whole mailbox, such as a lost connection.
 */
export function folderProblem(path: string, error: unknown): string | undefined {
  const begin = `The folder “${shownFolder(path)}” cannot be read, so new emails in it are missing.`;
  if (error instanceof FolderError) return `${begin} ${error.message}`;
  return isRefusal(error)
    ? `${begin} The mail server refuses access to it.${quoteServer(error)}`
    : undefined;
}

/** Whether the server has refused a command, other than by asking to slow down. */
export const isRefusal = (error: unknown): error is ImapRefusal => {
  const { responseStatus, code } = (error ?? {}) as Partial<ImapRefusal & { code: unknown }>;
  return (responseStatus === 'NO' || responseStatus === 'BAD') && code !== 'ETHROTTLE';
};

/** The error of the client for a folder that is not opened. */
export interface ImapRefusal {
  responseStatus: 'NO' | 'BAD';
  responseText?: string;
  serverResponseCode?: string;
  /** Set when a list of folders with this name is empty. */
  mailboxMissing?: boolean;
}

/**
 * Whether a mailbox that lacks this folder cannot be read at all: it is the inbox, or the only folder
 * that is read.
 */
export const isEssential = (path: string, folders: readonly { path: string }[]): boolean =>
  isInbox(path) || folders.every((folder) => folder.path === path);

export const isInbox = (path: string): boolean => path.toUpperCase() === 'INBOX';
