import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { LinkedActivity } from '../links.ts';
import type { Stored } from '../store-captured.ts';

/*
 * A conversation that its user keeps private consists of everything they captured that shares a reference with it,
 * directly or through other emails, whatever its subject. Its references are stored, so that what arrives later is
 * recognized before it is published (docs/decisions/private-conversations.md).
 */

/**
 * Marks what a user captured with some references as a private conversation, with everything that shares references
 * with it, and closes its links: they are published nowhere. Other private conversations that it reaches become one
 * with it. The caller has locked the owner, and publishes the links.
 *
 * @returns the links that are closed now.
 */
export async function markPrivate(
  tx: Connection,
  ownerId: string,
  conversationId: string,
  refs: readonly string[],
): Promise<LinkedActivity[]> {
  let found = [...refs];
  while (found.length > 0) {
    await storeRefs(tx, ownerId, conversationId, found);
    const { rows } = await sql<{ ref: string }>`
      with reached as (
        update captured_activities captured set private_conversation_id = ${conversationId}
        where owner_id = ${ownerId}
          and private_conversation_id is distinct from ${conversationId}::uuid
          and (thread_refs && ${found}::uuid[] or activity_key = any(${found}::uuid[]))
        returning activity_key, thread_refs
      )
      select activity_key as ref from reached
      union select unnest(thread_refs) from reached
      except select ref from private_refs
      where owner_id = ${ownerId} and conversation_id = ${conversationId}`.execute(tx);
    found = rows.map(({ ref }) => ref);
  }
  const { rows: closed } = await sql<LinkedActivity>`
    update captured_activity_domains link set by_bcc_only = true
    where owner_id = ${ownerId} and not by_bcc_only and captured_id in (
      select id from captured_activities
      where owner_id = ${ownerId} and private_conversation_id = ${conversationId})
    returning domain_id as "domainId", activity_key as "activityKey"`.execute(tx);
  return closed;
}

async function storeRefs(
  tx: Connection,
  ownerId: string,
  conversationId: string,
  refs: readonly string[],
): Promise<void> {
  // Another conversation with one of the references is the same.
  await sql`
    with others as materialized (
      select distinct conversation_id from private_refs
      where owner_id = ${ownerId} and ref = any(${refs}::uuid[])
        and conversation_id <> ${conversationId}
    ), moved as (
      update captured_activities set private_conversation_id = ${conversationId}
      where owner_id = ${ownerId}
        and private_conversation_id in (select conversation_id from others)
    )
    update private_refs set conversation_id = ${conversationId}
    where owner_id = ${ownerId}
      and conversation_id in (select conversation_id from others)`.execute(tx);
  await sql`
    insert into private_refs (owner_id, ref, conversation_id)
    select ${ownerId}, ref, ${conversationId} from unnest(${refs}::uuid[]) as given(ref)
    on conflict (owner_id, ref) do nothing`.execute(tx);
}

/**
 * Keeps what was captured just now private where it continues a private conversation.
 *
 * @returns the links that are closed now.
 */
export async function continuePrivate(
  tx: Connection,
  ownerId: string,
  captured: readonly Stored[],
): Promise<LinkedActivity[]> {
  const refs = captured.flatMap(({ row }) => [row.activity_key, ...row.thread_refs]);
  if (refs.length === 0) return [];
  const { rows } = await sql<{ conversationId: string; refs: string[] }>`
    select conversation_id as "conversationId", array_agg(ref) as refs from private_refs
    where owner_id = ${ownerId} and ref = any(${refs}::uuid[])
    group by conversation_id`.execute(tx);
  const closed: LinkedActivity[] = [];
  for (const { conversationId, refs: known } of rows) {
    // All references of what continues it: an email that was in it before may refer to more now.
    const isKnown = new Set(known);
    const continuing = captured.flatMap(({ row }) => {
      const own = [row.activity_key, ...row.thread_refs];
      return own.some((ref) => isKnown.has(ref)) ? own : [];
    });
    closed.push(...(await markPrivate(tx, ownerId, conversationId, [...new Set(continuing)])));
  }
  return closed;
}
