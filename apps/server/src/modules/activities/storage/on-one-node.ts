import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { readerOf } from '../../auth/session-reader.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';
import { firstParticipants, publishedColumns, publishedJoin } from '../published-activity.ts';
import type {
  ActivityStorage,
  Found,
  FoundPage,
  WholeActivity,
  WholePage,
} from './activity-storage.ts';
import {
  PARTICIPANT_BYTES,
  foundColumns,
  foundTextColumns,
  isTextShown,
  wholeTextBytes,
  wholeTextColumns,
} from './columns.ts';

export const onOneNode: ActivityStorage = {
  async lockOwner(tx, ownerId) {
    await sql`select from users where id = ${ownerId} for no key update`.execute(tx);
  },
  shareOwners: async () => {},
  readWhole,
  readFound,
};

/** The first messages have no text. */
const shortenedParticipants = {
  participants: sql`case when sized.is_shortened
    then ${firstParticipants.participants} else published.participants end`,
  count: firstParticipants.count,
};

/** Whether colleagues read the text of a published activity. */
const isRead = isTextShown(() => sql``);

async function readWhole(
  db: Connection,
  { userId, workspaceId, which, textBytes }: WholePage,
): Promise<WholeActivity[]> {
  const { rows } = await sql<WholeActivity>`
    with sized as (
      select published.id, published.owner_id, published.captured_id,
        sum(${wholeTextBytes} + ${sql.lit(PARTICIPANT_BYTES)} * jsonb_array_length(published.participants))
          over newest_first > ${textBytes}
          and row_number() over newest_first > 1 as is_shortened
      from account_activities published
      join captured_activities captured
        on captured.owner_id = published.owner_id and captured.id = published.captured_id
      where published.workspace_id = ${workspaceId} and ${which}
      window newest_first as (order by published.occurred_at desc, published.id desc)
    )
    select ${publishedColumns(() => sql``, shortenedParticipants)}, ${wholeTextColumns},
      sized.is_shortened as "isShortened",
      (
        select own.bcc
        from account_activity_contributors contributor
        join captured_activities own
          on own.owner_id = contributor.user_id and own.id = contributor.captured_id
        where contributor.workspace_id = published.workspace_id
          and contributor.activity_id = published.id and contributor.user_id = ${userId}
          and own.bcc <> '[]'
        order by own.id limit 1
      ) as bcc
    from sized
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.id = sized.id
    ${publishedJoin(() => sql``)}
    left join captured_activities captured
      on captured.owner_id = sized.owner_id and captured.id = sized.captured_id
        and not sized.is_shortened and ${isRead}
    order by published.occurred_at, published.id`.execute(db);
  return rows;
}

async function readFound(
  db: Connection,
  { userId, workspaceId, ids }: FoundPage,
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select ${foundColumns()},
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
      ) as hidden, ${foundTextColumns}
    from unnest(${ids}::uuid[]) with ordinality as given(id, position)
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.id = given.id
    ${publishedJoin(() => sql``)}
    join ${visibleAccounts(await readerOf(db, userId))} account
      on account.id = published.account_id and account.workspace_id = published.workspace_id
    left join captured_activities captured
      on captured.owner_id = published.owner_id and captured.id = published.captured_id
        and ${isRead}
    left join call_transcripts transcript
      on transcript.owner_id = captured.owner_id and transcript.captured_id = captured.id
    order by given.position`.execute(db);
  return rows;
}
