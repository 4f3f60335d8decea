/** Folders and files that mail programs name so contain what is not imported. */
const excludedFolders = new Set([
  'trash',
  'deleted items',
  'deleted messages',
  'junk',
  'junk e-mail',
  'junk email',
  'spam',
  'bulk mail',
  'drafts',
]);

/** Draft and trashed, as a Maildir says in the name of a file. */
const excludedFlags = /:2,[A-Z]*[DT][A-Z]*$/i;

/** Whether the path of an entry says that it is a draft, spam or deleted. */
export function isExcludedPath(path: string): boolean {
  if (excludedFlags.test(path)) return true;
  return path
    .split('/')
    .map((part) => part.replace(/^\.(?:INBOX\.)?/i, '').replace(/\.(?:mbox|mbx|sbd)$/i, ''))
    .some((part) => excludedFolders.has(part.toLowerCase()));
}

/** Characters of a path that are shown. */
const MAX_SHOWN = 80;

/** The end of a path for users, on one line. */
export const shownPath = (path: string): string =>
  path
    .slice(-MAX_SHOWN)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .toWellFormed()
    .trim();
