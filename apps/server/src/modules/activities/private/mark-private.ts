import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { LinkedActivity } from '../capturing/links.ts';
import type { Stored } from '../capturing/store-captured.ts';
import { connectNames, type ConnectedNames } from './connect-names.ts';
import { reachCaptured } from './reach-captured.ts';

/*
 * A conversation that its user keeps private consists of everything they captured that shares a reference
 * with it, directly or through other emails, whatever its subject; of a meeting, that is its series. Its
 * references are stored, so that what arrives later is recognized before it is published
 * (docs/decisions/private-conversations.md).
 */

/** The references that one page of activities, or one choice of a user, makes private. */
export interface MarkedPrivate {
  /** The private conversation that each seed is in now. */
  conversationIds: string[];
  closed: LinkedActivity[];
}

/**
 * Marks what a user captured as private conversations: for each seed, everything that shares references with
 * it. Closes its links: they are published nowhere. Private conversations that a seed reaches become one.
 * However many seeds there are, this passes over what the user captured as often as the longest chain of
 * emails has steps, which is hardly ever more than twice. The caller has locked the owner, and publishes the
 * links.
 *
 * @param seeds the references of emails, those of one seed in one conversation.
 */
export async function markPrivate(
  tx: Connection,
  ownerId: string,
  seeds: readonly (readonly string[])[],
): Promise<MarkedPrivate> {
  const connected = connectNames();
  const captured = await reachCaptured(tx, ownerId, { seeds, connected });
  const refs = connected.names();
  await mergeOthers(tx, ownerId, { refs, connected });
  const conversations = new Map<string, string>();
  const { rows: known } = await sql<{ ref: string; conversationId: string }>`
    select ref, conversation_id as "conversationId" from private_refs
    where owner_id = ${ownerId} and ref = any(${refs}::uuid[])`.execute(tx);
  for (const { ref, conversationId } of known) {
    conversations.set(connected.groupOf(ref), conversationId);
  }
  const conversationOf = (ref: string): string => {
    const group = connected.groupOf(ref);
    const id = conversations.get(group) ?? randomUUID();
    conversations.set(group, id);
    return id;
  };
  await sql`
    insert into private_refs (owner_id, ref, conversation_id)
    select ${ownerId}, given.* from unnest(
      ${refs}::uuid[], ${refs.map(conversationOf)}::uuid[]) as given(ref, conversation_id)
    on conflict (owner_id, ref) do nothing`.execute(tx);
  // What a colleague was granted, or asked for, is not shown again when the conversation is.
  await sql`
    delete from access_requests
    where owner_id = ${ownerId} and refs && ${refs}::uuid[]`.execute(tx);
  const ids = captured.map(({ id }) => id);
  await sql`
    update captured_activities captured set private_conversation_id = given.conversation_id
    from unnest(
      ${ids}::uuid[], ${captured.map(({ key }) => conversationOf(key))}::uuid[]
    ) as given(id, conversation_id)
    where captured.owner_id = ${ownerId} and captured.id = given.id
      and captured.private_conversation_id is distinct from given.conversation_id`.execute(tx);
  const { rows: closed } = await sql<LinkedActivity>`
    update captured_activity_domains link set by_bcc_only = true
    where owner_id = ${ownerId} and not by_bcc_only and captured_id = any(${ids}::uuid[])
    returning domain_id as "domainId", activity_key as "activityKey"`.execute(tx);
  return { conversationIds: seeds.map(([ref]) => (ref ? conversationOf(ref) : '')), closed };
}

/** Makes one of private conversations that have references in one group. */
async function mergeOthers(
  tx: Connection,
  ownerId: string,
  { refs, connected }: { refs: readonly string[]; connected: ConnectedNames },
): Promise<void> {
  const { rows } = await sql<{ id: string; refs: string[] }>`
    select conversation_id as id, array_agg(ref order by ref) as refs from private_refs
    where owner_id = ${ownerId} and ref = any(${refs}::uuid[])
    group by conversation_id order by conversation_id`.execute(tx);
  for (const one of rows) connected.connect(one.refs);
  const kept = new Map<string, string>();
  const others: string[] = [];
  const into: string[] = [];
  for (const {
    id,
    refs: [ref = ''],
  } of rows) {
    const target = kept.get(connected.groupOf(ref));
    if (target === undefined) kept.set(connected.groupOf(ref), id);
    else {
      others.push(id);
      into.push(target);
    }
  }
  if (others.length === 0) return;
  const merged = sql`unnest(${others}::uuid[], ${into}::uuid[]) as merged(id, target)`;
  await sql`
    update captured_activities set private_conversation_id = merged.target from ${merged}
    where owner_id = ${ownerId} and private_conversation_id = merged.id`.execute(tx);
  await sql`
    update private_refs set conversation_id = merged.target from ${merged}
    where owner_id = ${ownerId} and conversation_id = merged.id`.execute(tx);
}

/**
 * Keeps what was captured just now private where it continues a private conversation, or where the sender of an email
 * marked it as private. The mark counts once: a conversation that its owner shares again stays shared.
 *
 * @returns the links that are closed now.
 */
export async function keepCapturedPrivate(
  tx: Connection,
  ownerId: string,
  captured: readonly Stored[],
): Promise<LinkedActivity[]> {
  // A meeting that moves has another key.
  const refsOf = ({ row, previousKey }: Stored) => [
    row.activity_key,
    ...(previousKey === null ? [] : [previousKey]),
    ...row.thread_refs,
  ];
  const refs = captured.flatMap(refsOf);
  if (refs.length === 0) return [];
  const { rows } = await sql<{ ref: string }>`
    select ref from private_refs
    where owner_id = ${ownerId} and ref = any(${refs}::uuid[])`.execute(tx);
  const known = new Set(rows.map(({ ref }) => ref));
  const seeds = captured.filter(
    (one) => isNewlyMarked(one) || refsOf(one).some((ref) => known.has(ref)),
  );
  if (seeds.length === 0) return [];
  const { closed } = await markPrivate(tx, ownerId, seeds.map(refsOf));
  return closed;
}

const isNewlyMarked = ({ row, wasPrivate }: Stored): boolean =>
  row.type === 'email' && row.is_private === true && !wasPrivate;
