import { decodeWords } from 'postal-mime';
import { isExcludedName } from './excluded-names.ts';
import type { MailHead } from './read-head.ts';

/** The bit of Thunderbird's status that marks a deleted email that is still in its file. */
const EXPUNGED = 0x0008;

/** The flags of an email in an mbox file of Pine, Mutt and Dovecot: deleted, or a draft. */
const deletedOrDraft = /^[ADFRT]*[DT][ADFRT]*$/;

/** Whether an email's headers say that it is a draft, spam, a chat, or deleted. */
export function isExcluded(head: MailHead): boolean {
  const labels = (head.get('x-gmail-labels') ?? []).flatMap((text) => decodeWords(text).split(','));
  if (labels.some((label) => isExcludedName(label.replaceAll('"', '')))) return true;
  const [marks = ''] = head.get('x-status') ?? [];
  if (deletedOrDraft.test(marks)) return true;
  const [status = ''] = head.get('x-mozilla-status') ?? [];
  return (Number.parseInt(status, 16) & EXPUNGED) !== 0;
}

/**
 * Draft and trashed, as a Maildir says in the name of a file. Windows allows no colon there: programs write another
 * character, or lose it.
 */
const excludedFlags = /(?:[:;!_\-?\uf022\uf03a]|(?:^|\/)cur\/[^/]*[^\d/])2,[A-Z]*[DT][A-Z]*$/i;

/** Folders in one name: `.Trash.2019` and `INBOX.Trash` of a Maildir, `[Gmail].Bin`. */
const joined = /^(?:\.|inbox\.|\[[^\]]*\]\.)/i;

/** Whether the path of an entry says that it is a draft, spam or deleted: each folder that it is in counts. */
export function isExcludedPath(path: string): boolean {
  const plain = path.replaceAll('\\', '/');
  if (excludedFlags.test(plain)) return true;
  return plain
    .split('/')
    .flatMap((part) => (joined.test(part) ? part.split('.') : [part]))
    .map((part) =>
      decodeFolder(part)
        .replace(/\.(?:mbox|mbx|mbs|sbd|imapmbox)$/i, '')
        // A second export: 'Trash-001.mbox', 'Spam (2).mbox', 'Spam 2.mbox'.
        .replace(/(?:-\d{1,4}| ?\(\d{1,4}\)| \d)$/, ''),
    )
    .some(isExcludedName);
}

/** A name in the UTF-7 of IMAP: 'Entw&APw-rfe'. */
const decodeFolder = (name: string): string =>
  name.replaceAll(/&([A-Za-z0-9+,]{0,200})-/g, (_, encoded: string) => {
    if (encoded === '') return '&';
    const bytes = Buffer.from(encoded.replaceAll(',', '/'), 'base64');
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le');
  });
