import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { isDistributed } from '../../../platform/database/distribution/is-distributed.ts';
import type {
  StoredActivityType,
  StoredParticipant,
} from '../../../platform/database/schema/activities.ts';
import { readerOf } from '../../auth/session-reader.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';
import { SEARCHED_LENGTHS } from './activity-words.ts';

export interface FoundPage {
  userId: string;
  workspaceId: string;
  ids: readonly string[];
}

interface Published {
  id: string;
  type: StoredActivityType;
  title: string;
  summary: string;
  location: string | null;
  occurredAt: Date;
  participants: StoredParticipant[];
  account: { id: string; name: string; domain: string };
  contributors: { name: string; email: string }[];
  ownerId: string;
}

/** Of the shown copy. */
interface Text {
  text_body: string | null;
  html_body: string | null;
  /** The captured call whose transcript is stored. */
  transcriptOf: string | null;
}

export interface Found extends Published, Text {
  /** The hidden recipients of the reader's own copies. */
  hidden: StoredParticipant[] | null;
}

/** Reads activities in the order of their ids, as far as the user may see them. */
export const readFound = (db: Connection, page: FoundPage): Promise<Found[]> =>
  isDistributed(db) ? readOnCluster(db, page) : readOnOneNode(db, page);

const publishedColumns = sql`
      published.id, published.type, published.title, published.summary, published.location,
      published.occurred_at as "occurredAt", published.participants,
      json_build_object('id', account.id, 'name', account.name, 'domain', account.domain)
        as account,
      published.owner_id as "ownerId"`;

const textColumns = sql`
      left(captured.text_body, ${sql.lit(SEARCHED_LENGTHS.body)}) as text_body,
      case when captured.text_body ~ '\\S' then null
        else left(captured.html_body, ${sql.lit(SEARCHED_LENGTHS.html)}) end as html_body,
      transcript.captured_id as "transcriptOf"`;

async function readOnOneNode(
  db: Connection,
  { userId, workspaceId, ids }: FoundPage,
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select ${publishedColumns},
      array(
        select json_build_object('name', person.name, 'email', person.email)
        from users person
        where person.id in (
          select user_id from account_activity_contributors
          where workspace_id = published.workspace_id and activity_id = published.id)
        order by person.name, person.email
      ) as contributors,
      (
        select jsonb_agg(hidden)
        from account_activity_contributors contributor
        join captured_activities own
          on own.owner_id = contributor.user_id and own.id = contributor.captured_id
        cross join lateral jsonb_array_elements(own.bcc) hidden
        where contributor.workspace_id = published.workspace_id
          and contributor.activity_id = published.id and contributor.user_id = ${userId}
      ) as hidden, ${textColumns}
    from unnest(${ids}::uuid[]) with ordinality as given(id, position)
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.id = given.id
    join ${visibleAccounts(await readerOf(db, userId))} account
      on account.id = published.account_id and account.workspace_id = published.workspace_id
    join captured_activities captured
      on captured.owner_id = published.owner_id and captured.id = published.captured_id
    left join call_transcripts transcript
      on transcript.owner_id = published.owner_id
        and transcript.captured_id = published.captured_id
    order by given.position`.execute(db);
  return rows;
}

/** The copies are stored with their owners, on other nodes. */
async function readOnCluster(
  db: Connection,
  { userId, workspaceId, ids }: FoundPage,
): Promise<Found[]> {
  const { rows } = await sql<Published & { capturedId: string; ownIds: string[] }>`
    select ${publishedColumns}, published.captured_id as "capturedId",
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
    join ${visibleAccounts(await readerOf(db, userId))} account
      on account.id = published.account_id and account.workspace_id = published.workspace_id
    order by given.position`.execute(db);
  const { rows: texts } = await sql<Text & { id: string }>`
    select captured.id, ${textColumns}
    from captured_activities captured
    left join call_transcripts transcript
      on transcript.owner_id = captured.owner_id and transcript.captured_id = captured.id
    where captured.owner_id = any(${rows.map(({ ownerId }) => ownerId)}::uuid[])
      and captured.id = any(${rows.map(({ capturedId }) => capturedId)}::uuid[])`.execute(db);
  const { rows: copies } = await sql<{ id: string; bcc: StoredParticipant[] }>`
    select id, bcc from captured_activities
    where owner_id = ${userId}
      and id = any(${rows.flatMap(({ ownIds }) => ownIds)}::uuid[])`.execute(db);
  const textOf = new Map(texts.map(({ id, ...text }) => [id, text]));
  const hiddenOf = new Map(copies.map(({ id, bcc }) => [id, bcc]));
  return rows.flatMap(({ capturedId, ownIds, ...activity }) => {
    const text = textOf.get(capturedId);
    if (text === undefined) return [];
    return [{ ...activity, ...text, hidden: ownIds.flatMap((id) => hiddenOf.get(id) ?? []) }];
  });
}
