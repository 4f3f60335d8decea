import { limits } from '@repo/contract/limits';
import { levelNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import type { StoredParticipant } from '#platform/database/schema/activities.ts';
import { readerOf } from '../../auth/session-reader.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';
import { type PublishedActivity, publishedColumns, publishedJoin } from '../published-activity.ts';
import type {
  ActivityStorage,
  Found,
  FoundActivity,
  FoundPage,
  FoundText,
  WholeActivity,
  WholePage,
  WholeText,
} from './activity-storage.ts';
import {
  PARTICIPANT_BYTES,
  foundColumns,
  foundTextColumns,
  wholeTextBytes,
  wholeTextColumns,
} from './columns.ts';

/**
 * Copies are read after the published activities, by their users. A user is locked by name, on the
 * coordinator that all processes are connected to: a row lock in a table that every node has a copy of would
 * lock the whole table.
 */
export const onCluster: ActivityStorage = {
  async lockOwner(tx, ownerId) {
    await sql`select pg_advisory_xact_lock(${nameOf(ownerId)})`.execute(tx);
  },
  async shareOwners(tx, ownerIds) {
    for (const ownerId of [...new Set(ownerIds)].sort()) {
      await sql`select pg_advisory_xact_lock_shared(${nameOf(ownerId)})`.execute(tx);
    }
  },
  readWhole,
  readFound,
};

const nameOf = (ownerId: string) => sql`hashtextextended('owner ' || ${ownerId}::uuid::text, 0)`;

async function readWhole(
  db: Connection,
  { userId, workspaceId, which, textBytes }: WholePage,
): Promise<WholeActivity[]> {
  const { rows } = await sql<PublishedActivity & { capturedId: string; ownIds: string[] }>`
    select ${publishedColumns(inWorkspaceOf(db, workspaceId))}, published.captured_id as "capturedId",
      array(
        select captured_id from account_activity_contributors contributor
        where contributor.workspace_id = ${workspaceId} and contributor.activity_id = published.id
          and contributor.user_id = ${userId}
        order by captured_id
      ) as "ownIds"
    from account_activities published
    ${publishedJoin(inWorkspaceOf(db, workspaceId))}
    where published.workspace_id = ${workspaceId} and ${which}
    order by published.occurred_at, published.id`.execute(db);
  const ownerIds = rows.map(({ ownerId }) => ownerId);
  const { rows: sizes } = await sql<{ id: string; bytes: number }>`
    select captured.id, ${wholeTextBytes} as bytes from captured_activities captured
    where captured.owner_id = any(${ownerIds}::uuid[])
      and captured.id = any(${rows.map(({ capturedId }) => capturedId)}::uuid[])`.execute(db);
  const bytesOf = new Map(sizes.map(({ id, bytes }) => [id, bytes]));
  const withText = newestWithin(
    rows.flatMap(({ capturedId: id, participants }) => {
      const bytes = bytesOf.get(id);
      return bytes === undefined
        ? []
        : { id, bytes: bytes + PARTICIPANT_BYTES * participants.length };
    }),
    textBytes,
  );
  const read = rows.flatMap(({ capturedId, level }) => (isFull(level) ? [capturedId] : []));
  const { rows: texts } = await sql<WholeText & { id: string }>`
    select captured.id, ${wholeTextColumns} from captured_activities captured
    where captured.owner_id = any(${ownerIds}::uuid[])
      and captured.id = any(${read.filter((id) => withText.has(id))}::uuid[])`.execute(db);
  const { rows: hidden } = await sql<{ id: string; bcc: StoredParticipant[] }>`
    select id, bcc from captured_activities
    where owner_id = ${userId} and id = any(${rows.flatMap(({ ownIds }) => ownIds)}::uuid[])
      and bcc <> '[]'`.execute(db);
  const textOf = new Map(texts.map(({ id, ...text }) => [id, text]));
  const hiddenOf = new Map(hidden.map(({ id, bcc }) => [id, bcc]));
  return rows.flatMap(({ capturedId, ownIds, ...activity }): WholeActivity[] => {
    if (!bytesOf.has(capturedId)) return [];
    const text = textOf.get(capturedId);
    const copyId = ownIds.find((id) => hiddenOf.has(id));
    const bcc = hiddenOf.get(copyId ?? '') ?? null;
    if (text !== undefined) return [{ ...activity, ...text, bcc, isShortened: false }];
    if (withText.has(capturedId)) return [{ ...activity, ...noText, bcc, isShortened: false }];
    const { participants } = activity;
    return [
      {
        ...activity,
        participants: participants.slice(0, limits.listedParticipants),
        participantCount: participants.length,
        ...noText,
        bcc,
        isShortened: true,
      },
    ];
  });
}

const noText: WholeText = { htmlBody: null, textBody: null, metadata: null };

const isFull = (level: number): boolean => level === levelNumber('full');

/** Of items, oldest first, the newest that together have so many bytes at most, and at least one. */
function newestWithin(items: readonly { id: string; bytes: number }[], total: number): Set<string> {
  const kept = new Set<string>();
  let sum = 0;
  for (const { id, bytes } of items.toReversed()) {
    sum += bytes;
    if (sum > total && kept.size > 0) break;
    kept.add(id);
  }
  return kept;
}

async function readFound(
  db: Connection,
  { userId, workspaceId, ids }: FoundPage,
): Promise<Found[]> {
  const { rows } = await sql<FoundActivity & { capturedId: string; ownIds: string[] }>`
    select ${foundColumns()}, published.captured_id as "capturedId",
      array(
        select json_build_object('name', person.name, 'email', person.email)
        from users person
        where person.id in (
          select user_id from account_activity_contributors
          where workspace_id = ${workspaceId} and activity_id = published.id)
        order by person.name, person.email
      ) as contributors,
      array(
        select captured_id from account_activity_contributors contributor
        where contributor.workspace_id = ${workspaceId} and contributor.activity_id = published.id
          and contributor.user_id = ${userId}
      ) as "ownIds"
    from unnest(${ids}::uuid[]) with ordinality as given(id, position)
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.id = given.id
    ${publishedJoin(inWorkspaceOf(db, workspaceId))}
    join ${visibleAccounts(await readerOf(db, userId))} account
      on account.id = published.account_id and account.workspace_id = published.workspace_id
    order by given.position`.execute(db);
  const { rows: texts } = await sql<FoundText & { id: string }>`
    select captured.id, ${foundTextColumns}
    from captured_activities captured
    left join call_transcripts transcript
      on transcript.owner_id = captured.owner_id and transcript.captured_id = captured.id
    where captured.owner_id = any(${rows.map(({ ownerId }) => ownerId)}::uuid[])
      and captured.id = any(${rows.flatMap(({ capturedId, level }) => (isFull(level) ? [capturedId] : []))}::uuid[])`.execute(
    db,
  );
  const { rows: copies } = await sql<{ id: string; bcc: StoredParticipant[] }>`
    select id, bcc from captured_activities
    where owner_id = ${userId}
      and id = any(${rows.flatMap(({ ownIds }) => ownIds)}::uuid[])`.execute(db);
  const textOf = new Map(texts.map(({ id, ...text }) => [id, text]));
  const hiddenOf = new Map(copies.map(({ id, bcc }) => [id, bcc]));
  return rows.flatMap(({ capturedId, ownIds, ...activity }) => {
    const text = isFull(activity.level)
      ? textOf.get(capturedId)
      : { text_body: null, html_body: null, transcriptOf: null };
    if (text === undefined) return [];
    return [{ ...activity, ...text, hidden: ownIds.flatMap((id) => hiddenOf.get(id) ?? []) }];
  });
}
