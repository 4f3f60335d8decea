import { createDomainMatcher } from '@repo/domain/domains/match-domains';
import type { ImapFlow, SearchObject } from 'imapflow';
import { z } from 'zod';
import type { ListPage, Window } from '#modules/integrations/provider/activity-source.ts';
import { folderProblem, isEssential } from './folder-problem.ts';
import { openFolder, type OpenFolder, searchUids } from './imap-commands.ts';
import { MAX_SEARCHED_DOMAINS, PAGE_SIZE, PAGE_TARGET_MS } from './imap-limits.ts';
import type { MailRow } from './mail-row.ts';
import { readFolders } from './read-folders.ts';
import { readRows } from './read-rows.ts';
import { unreadableFolder, unreadableMail, type UnreadableMail } from './unreadable-mail.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The position of a page token: in this folder, below this UID. */
const pagePosition = z.object({ folder: z.string(), below: z.number().optional() });

/** Emails that a listing found in a folder and has not read yet. */
interface FoundMails extends OpenFolder {
  /** Ascending; read from the end. */
  uids: number[];
}

/** A listing in progress. */
interface Listing {
  window: string;
  token: string | undefined;
  folders: string[];
  /** The folder without which there is no listing. */
  essential: string | undefined;
  found: FoundMails | undefined;
}

/** Lists the emails in a window, folder by folder, the newest of each folder first. */
export type MailLister = (
  client: ImapFlow,
  window: Window,
  pageToken: string | undefined,
) => Promise<ListPage>;

/** @param remember called with each row that was read. */
export function createMailLister(
  source: string,
  remember: (rows: readonly MailRow[]) => void,
): MailLister {
  let listing: Listing | undefined;

  return async (client, window, pageToken) => {
    const name = JSON.stringify(window);
    const isNext =
      pageToken !== undefined && listing?.window === name && listing.token === pageToken;
    const current = isNext && listing ? listing : await begin(client, name, pageToken);
    listing = undefined;
    const { rows, unreadable } = await readPage(client, source, {
      window,
      listing: current,
      pageToken,
    });
    remember(rows);
    const next = positionOf(current);
    if (next !== undefined) {
      current.token = next;
      listing = current;
    }
    return {
      ids: [...new Set(rows.map(({ location }) => location.id))],
      nextPageToken: next,
      total: undefined,
      locations: [...rows, ...unreadable].map(({ location }) => location),
      unreadable: unreadable.map(({ item }) => item),
    };
  };
}

/** Starts a listing, or continues one that another process started. */
async function begin(
  client: ImapFlow,
  window: string,
  pageToken: string | undefined,
): Promise<Listing> {
  const list = await readFolders(client);
  const folders = list.folders.map(({ path }) => path).sort();
  const position = readPosition(pageToken);
  // A folder that no longer exists, or an invalid token, restarts the listing.
  const at = position === undefined ? 0 : Math.max(0, folders.indexOf(position.folder));
  const essential = folders.find((path) => isEssential(path, list.folders));
  return { window, token: pageToken, folders: folders.slice(at), essential, found: undefined };
}

interface Page {
  rows: MailRow[];
  unreadable: UnreadableMail[];
}

async function readPage(
  client: ImapFlow,
  source: string,
  {
    window,
    listing,
    pageToken,
  }: { window: Window; listing: Listing; pageToken: string | undefined },
): Promise<Page> {
  const end = Date.now() + PAGE_TARGET_MS;
  const rows: MailRow[] = [];
  const unreadable: Page['unreadable'] = [];
  const isWanted = wantedIn(window);
  while (rows.length < PAGE_SIZE && listing.folders.length > 0 && Date.now() < end) {
    const [path = ''] = listing.folders;
    try {
      listing.found ??= await search(client, path, { window, position: readPosition(pageToken) });
      const page = listing.found.uids.splice(-PAGE_SIZE);
      if (page.length > 0) {
        const opened = await openFolder(client, path);
        // UIDs of a folder that was replaced in the meantime are meaningless; its contents are read
        // as changes.
        if (opened.validity === listing.found.validity) {
          const read = await readRows(client, source, opened, page);
          rows.push(...read.rows.filter(isWanted));
          for (const uid of read.unreadable) unreadable.push(unreadableMail(source, opened, uid));
        } else listing.found.uids = [];
      }
    } catch (error) {
      // The others are listed. That nothing of this one is removed is up to `read-location.ts`.
      const problem = folderProblem(path, error);
      if (problem === undefined || path === listing.essential) throw error;
      unreadable.push(unreadableFolder(source, path, problem));
      listing.found = undefined;
    }
    if (listing.found !== undefined && listing.found.uids.length > 0) continue;
    listing.folders.shift();
    listing.found = undefined;
  }
  return { rows: rows.sort(newestFirst), unreadable };
}

async function search(
  client: ImapFlow,
  path: string,
  { window, position }: { window: Window; position: z.infer<typeof pagePosition> | undefined },
): Promise<FoundMails> {
  const opened = await openFolder(client, path);
  const uids = await searchUids(client, toQuery(window));
  const below = position?.folder === path ? position.below : undefined;
  return { ...opened, uids: below === undefined ? uids : uids.filter((uid) => uid < below) };
}

/**
 * A search only supports days, in the server's time zone, and cannot judge which time is right. So it finds
 * emails that arrived in the window, and emails with a Date in it: after a mailbox was moved, all may have
 * arrived on one day. It matches parts of addresses, so it also finds subdomains and some addresses that only
 * look similar; `wantedIn` decides.
 */
export function toQuery({ since, until, domains }: Window): SearchObject {
  const from = new Date(since.getTime() - DAY_MS);
  const end = until && new Date(until.getTime() + 2 * DAY_MS);
  // The client turns the future into "OLDER 0" (RFC 5032), which Dovecot refuses.
  const before = end !== undefined && end.getTime() < Date.now() - DAY_MS ? end : undefined;
  const concerned =
    domains === undefined || domains.length > MAX_SEARCHED_DOMAINS
      ? {}
      : { or: domains.flatMap(inAnyField) };
  return {
    or: [
      { since: from, ...(before && { before }), ...concerned },
      { sentSince: from, ...(before && { sentBefore: before }), ...concerned },
    ],
  };
}

/** The headers that name a sender or recipient, and the headers that name the author of a list's email. */
const inAnyField = (domain: string): SearchObject[] => [
  ...(['from', 'to', 'cc', 'bcc'] as const).map((field) => ({ [field]: domain })),
  ...['Reply-To', 'X-Original-From', 'X-Original-Sender'].map((name) => ({
    header: { [name]: domain },
  })),
];

function wantedIn({ since, until, domains }: Window): (row: MailRow) => boolean {
  const matches = domains && createDomainMatcher(domains);
  return ({ occurredAt, isDraft, head: { addresses } }) => {
    if (isDraft || occurredAt < since || (until !== undefined && occurredAt >= until)) return false;
    if (matches === undefined) return true;
    const { from, sender, to, cc, bcc, replyTo, originalFrom, originalSender } = addresses;
    const all = [
      from,
      sender,
      to,
      cc,
      bcc,
      replyTo ?? [],
      originalFrom ?? [],
      originalSender ?? [],
    ];
    const text = all.flat().join(' ').toLowerCase();
    // Split first: an expression for whole addresses would scan a long word from each of its letters.
    return text
      .split(/[\s<>()[\]",:;]+/)
      .some((word) => word.includes('@') && matches(word).length > 0);
  };
}

const newestFirst = (a: MailRow, b: MailRow): number =>
  b.occurredAt.getTime() - a.occurredAt.getTime() || b.location.uid - a.location.uid;

function positionOf({ folders: [folder], found }: Listing): string | undefined {
  if (folder === undefined) return undefined;
  const last = found?.uids.at(-1);
  return JSON.stringify({ folder, ...(last !== undefined && { below: last + 1 }) });
}

function readPosition(pageToken: string | undefined): z.infer<typeof pagePosition> | undefined {
  if (pageToken === undefined) return undefined;
  try {
    return pagePosition.parse(JSON.parse(pageToken));
  } catch {
    return undefined;
  }
}
