import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { ActivityToCapture, CaptureSource } from '../activity-to-capture.ts';
import { activityKey, type CapturedRow, messageRef } from '../to-captured-row.ts';
import { findColleagues } from './find-colleagues.ts';

/*
 * The copy of an email without its text cannot have the key of the whole email, which includes the text
 * (docs/decisions/mail-identity.md). It has a key of its head instead. So that the copies of one email are still one
 * activity, each follows the other, whichever was captured first:
 *
 *   - a copy without text gets the key of the one whole email that is stored with this head;
 *   - a whole email gets the key of the head, if a copy without text is stored under it, unless another text is.
 *
 * A forged email with the head of another one and a text of its own therefore stays an activity of its own.
 */

interface Scope {
  rows: readonly CapturedRow[];
  /** The domains that the activities concern. */
  domains: readonly string[];
}

/** Returns the rows with their final identities. The user is locked. */
export async function keepHeadIdentities(
  tx: Connection,
  from: CaptureSource,
  activities: readonly ActivityToCapture[],
  { rows, domains }: Scope,
): Promise<readonly CapturedRow[]> {
  const heads = new Map(
    activities.flatMap(({ externalId, type, head, metadata }) => {
      if (head === undefined) return [];
      const isWhole = metadata?.withoutText !== true;
      const { messageId } = head;
      return [[externalId, { headKey: activityKey(type, head.key), isWhole, messageId }] as const];
    }),
  );
  const concerned = rows.filter(({ external_id }) => heads.has(external_id));
  if (concerned.length === 0 || domains.length === 0) return rows;
  const owners = await findColleagues(tx, from.ownerId);
  const headKeys = concerned.map((row) => heads.get(row.external_id)?.headKey ?? '');
  const byHead = await readByHead(tx, { owners, domains, headKeys });
  const isHeadStored = (row: CapturedRow) => byHead.has(heads.get(row.external_id)?.headKey ?? '');
  const own = await readOwn(
    tx,
    from,
    concerned.filter((row) => heads.get(row.external_id)?.isWhole !== true || isHeadStored(row)),
  );
  const result: CapturedRow[] = [];
  for (const row of rows) {
    const head = heads.get(row.external_id);
    if (head === undefined) result.push(row);
    else if (head.isWhole) result.push(wholeRow(row, head.headKey, { own, byHead }));
    else {
      const key =
        own.get(row.external_id) ??
        (await findWhole(tx, row, { owners, messageId: head.messageId })) ??
        row.activity_key;
      result.push({ ...row, activity_key: key });
    }
  }
  return result;
}

/** A whole email, under the key of its head if copies without its text are stored there. */
function wholeRow(
  row: CapturedRow,
  headKey: string,
  {
    own,
    byHead,
  }: { own: ReadonlyMap<string, string>; byHead: ReadonlyMap<string, readonly Stored[]> },
): CapturedRow {
  const stored = byHead.get(headKey);
  if (stored === undefined) return row;
  const isOwnElsewhere = own.has(row.external_id) && own.get(row.external_id) !== headKey;
  const hasOtherText = stored.some(
    ({ wholeKey }) => wholeKey !== null && wholeKey !== row.activity_key,
  );
  if (isOwnElsewhere || hasOtherText) return row;
  return {
    ...row,
    activity_key: headKey,
    metadata: { ...(row.metadata as object), wholeKey: row.activity_key },
  };
}

interface Stored {
  key: string;
  /** The key that it would have with its text alone; null for a copy without text. */
  wholeKey: string | null;
}

/** The copies that are stored under the keys of heads, of the user or of colleagues, by key. */
async function readByHead(
  tx: Connection,
  {
    owners,
    domains,
    headKeys,
  }: { owners: readonly string[]; domains: readonly string[]; headKeys: readonly string[] },
): Promise<Map<string, Stored[]>> {
  const { rows } = await sql<Stored>`
    select distinct link.activity_key as key, captured.metadata ->> 'wholeKey' as "wholeKey"
    from domains domain
    join captured_activity_domains link
      on link.owner_id = domain.owner_id and link.domain_id = domain.id
    join captured_activities captured
      on captured.owner_id = link.owner_id and captured.id = link.captured_id
    where domain.owner_id = any(${owners}::uuid[]) and domain.domain = any(${domains}::text[])
      and link.owner_id = any(${owners}::uuid[]) and captured.owner_id = any(${owners}::uuid[])
      and link.activity_key = any(${headKeys}::uuid[])`.execute(tx);
  return Map.groupBy(rows, ({ key }) => key);
}

/** The keys of the user's stored copies, by id. */
async function readOwn(
  tx: Connection,
  { ownerId, provider, source }: CaptureSource,
  rows: readonly CapturedRow[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const stored = await tx
    .selectFrom('captured_activities')
    .select(['external_id', 'activity_key'])
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .where('source', '=', source)
    .where('external_id', '=', sql<string>`any(${rows.map((row) => row.external_id)}::text[])`)
    .execute();
  return new Map(stored.map((one) => [one.external_id, one.activity_key]));
}

/** Copies may have arrived hours apart, under the days of their mailboxes. */
const APART = sql`interval '1 day'`;

/**
 * The key of the whole email with this head, of the user or of a colleague. Undefined where several could be meant:
 * anyone can send an email with the head of another one.
 */
async function findWhole(
  tx: Connection,
  row: CapturedRow,
  { owners, messageId }: { owners: readonly string[]; messageId: string | undefined },
): Promise<string | undefined> {
  const [sender] = row.participants;
  if (messageId === undefined || sender === undefined) return undefined;
  const { rows } = await sql<{ key: string }>`
    select distinct activity_key as key from captured_activities
    where owner_id = any(${owners}::uuid[])
      and occurred_at between ${row.occurred_at}::timestamptz - ${APART}
        and ${row.occurred_at}::timestamptz + ${APART}
      and type = 'email' and title = ${row.title}
      and participants -> 0 ->> 'email' = ${sender.email}
      and ${messageRef(messageId)}::uuid = any(thread_refs)
      and not metadata ? 'withoutText'
    limit 2`.execute(tx);
  const [found, other] = rows;
  return other === undefined ? found?.key : undefined;
}
