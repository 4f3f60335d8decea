import type { ForeignFile } from './foreign-files.ts';

/** Files that are listed by name for each reason. */
const MAX_NAMES = 3;
/** Reasons that are listed. */
const MAX_REASONS = 6;

/** Files of programs that contain nothing of their user. */
const ofPrograms =
  /(?:^|[/\\])(?:\._[^/\\]*|\.DS_Store|Thumbs\.db|desktop\.ini|table_of_contents|[^/\\]*\.(?:msf|dat|plist)|archive_browser\.html|dovecot[^/\\]*|maildirfolder|subscriptions)$/i;

/** Counts the files of an archive, and the unread ones. */
export interface UnreadFiles {
  total: number;
  count: number;
  /** The first ones, by their format. */
  reasons: Map<string, { names: string[]; count: number; instead: string }>;
}

export const createUnread = (): UnreadFiles => ({ total: 0, count: 0, reasons: new Map() });

/** @param kind undefined for one that is not known. */
export function addUnread(unread: UnreadFiles, name: string, kind: ForeignFile | undefined): void {
  if (ofPrograms.test(name)) {
    unread.total -= 1;
    return;
  }
  unread.count += 1;
  const { what, instead } = kind ?? { what: 'no email or calendar', instead: '' };
  const known = unread.reasons.get(what);
  if (known !== undefined) {
    known.count += 1;
    if (known.names.length < MAX_NAMES) known.names.push(name);
  } else if (unread.reasons.size < MAX_REASONS) {
    unread.reasons.set(what, { names: [name], count: 1, instead });
  }
}

/** '3 of 40 files were not read: a.msg, b.msg (an Outlook message …).' Undefined where all were. */
export function describeUnread({ total, count, reasons }: UnreadFiles): string | undefined {
  if (count === 0) return undefined;
  const listed = [...reasons].map(([what, { names, count: all }]) => {
    const more = all - names.length;
    return `${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''} (${what})`;
  });
  const hints = new Set([...reasons.values()].map(({ instead }) => instead).filter(Boolean));
  const files = `${count.toLocaleString('en')} of ${total.toLocaleString('en')} ${total === 1 ? 'file was' : 'files were'} not read: ${listed.join('; ')}.`;
  return [files, ...hints].join(' ');
}
