import { addressBelongsTo } from '@repo/domain/domains/domain-name';
import type { ImapFlow, SearchObject } from 'imapflow';
import { z } from 'zod';
import type {
  ItemLocation,
  ListPage,
  UnreadableItem,
  Window,
} from '../../modules/integrations/provider.ts';
import { openFolder, type OpenFolder, searchUids } from './imap-commands.ts';
import { MAX_SEARCHED_DOMAINS, PAGE_SIZE, PAGE_TARGET_MS } from './imap-limits.ts';
import type { MailRow } from './mail-row.ts';
import { readFolders } from './read-folders.ts';
import { readRows } from './read-rows.ts';
import { unreadableMail } from './unreadable-mail.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Where a listing goes on: in this folder, below this UID. */
const pagePlace = z.object({ folder: z.string(), below: z.number().optional() });

/** What a listing found in a folder and has not read yet. */
interface FoundMails extends OpenFolder {
  /** Ascending; read from the end. */
  uids: number[];
}

/** A listing that is under way. */
interface Listing {
  window: string;
  token: string | undefined;
  folders: string[];
  found: FoundMails | undefined;
}

/** Lists what a window contains, folder by folder, in each the newest first. */
export type MailLister = (
  client: ImapFlow,
  window: Window,
  pageToken: string | undefined,
) => Promise<ListPage>;

/**
 * @param remember told of each row that was read.
 */
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
    const next = placeOf(current);
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

/** Begins a listing, or goes on with one that another process began. */
async function begin(
  client: ImapFlow,
  window: string,
  pageToken: string | undefined,
): Promise<Listing> {
  const folders = (await readFolders(client)).map(({ path }) => path).sort();
  const place = readPlace(pageToken);
  // A folder that is gone, and a token that means nothing, begin the listing again.
  const at = place === undefined ? 0 : Math.max(0, folders.indexOf(place.folder));
  return { window, token: pageToken, folders: folders.slice(at), found: undefined };
}

interface Page {
  rows: MailRow[];
  unreadable: { location: ItemLocation; item: UnreadableItem }[];
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
    listing.found ??= await search(client, path, { window, place: readPlace(pageToken) });
    const page = listing.found.uids.splice(-PAGE_SIZE);
    if (page.length > 0) {
      const opened = await openFolder(client, path);
      // UIDs of a folder that was replaced meanwhile mean nothing; what is in it now is a change.
      if (opened.validity === listing.found.validity) {
        const read = await readRows(client, source, opened, page);
        rows.push(...read.rows.filter(isWanted));
        for (const uid of read.unreadable) unreadable.push(unreadableMail(source, opened, uid));
      } else listing.found.uids = [];
    }
    if (listing.found.uids.length > 0) continue;
    listing.folders.shift();
    listing.found = undefined;
  }
  return { rows: rows.sort(newestFirst), unreadable };
}

async function search(
  client: ImapFlow,
  path: string,
  { window, place }: { window: Window; place: z.infer<typeof pagePlace> | undefined },
): Promise<FoundMails> {
  const opened = await openFolder(client, path);
  const uids = await searchUids(client, toQuery(window));
  const below = place?.folder === path ? place.below : undefined;
  return { ...opened, uids: below === undefined ? uids : uids.filter((uid) => uid < below) };
}

/**
 * A search knows days alone, in the time zone of the server. It finds parts of addresses, so it
 * finds subdomains too, and some that only look alike; `wantedIn` decides.
 */
function toQuery({ since, until, domains }: Window): SearchObject {
  const query: SearchObject = {
    since: new Date(since.getTime() - DAY_MS),
    ...(until !== undefined && { before: new Date(until.getTime() + 2 * DAY_MS) }),
  };
  if (domains === undefined || domains.length > MAX_SEARCHED_DOMAINS) return query;
  const fields = ['from', 'to', 'cc', 'bcc'] as const;
  return {
    ...query,
    or: domains.flatMap((domain) => fields.map((field) => ({ [field]: domain }))),
  };
}

const wantedIn =
  ({ since, until, domains }: Window) =>
  ({ occurredAt, isDraft, head: { addresses } }: MailRow): boolean => {
    if (isDraft || occurredAt < since || (until !== undefined && occurredAt >= until)) return false;
    if (domains === undefined) return true;
    const { from, sender, to, cc, bcc } = addresses;
    const words = [from, sender, to, cc, bcc].flat().join(' ').toLowerCase();
    const found = words.match(/[^\s<>()[\]",:;]+@[^\s<>()[\]",:;]+/g) ?? [];
    return domains.some((domain) => found.some((email) => addressBelongsTo(email, domain)));
  };

const newestFirst = (a: MailRow, b: MailRow): number =>
  b.occurredAt.getTime() - a.occurredAt.getTime() || b.location.uid - a.location.uid;

function placeOf({ folders: [folder], found }: Listing): string | undefined {
  if (folder === undefined) return undefined;
  const last = found?.uids.at(-1);
  return JSON.stringify({ folder, ...(last !== undefined && { below: last + 1 }) });
}

function readPlace(pageToken: string | undefined): z.infer<typeof pagePlace> | undefined {
  if (pageToken === undefined) return undefined;
  try {
    return pagePlace.parse(JSON.parse(pageToken));
  } catch {
    return undefined;
  }
}
