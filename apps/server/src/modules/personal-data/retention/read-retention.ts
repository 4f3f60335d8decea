import type { RetentionPreview, RetentionState } from '@repo/contract/retention';
import { limits } from '@repo/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { monthsAgo } from '#modules/activities/cutoffs.ts';
import { nextNightlyRun } from '#platform/jobs/next-nightly-run.ts';

/** For how many months a user keeps what they captured, and what was deleted for it. */
export async function readRetention(db: Connection, ownerId: string): Promise<RetentionState> {
  const row = await db
    .selectFrom('retentions')
    .select(['months', 'text_months', 'last_run_at'])
    .select([
      sql<number>`deleted_activities::float8`.as('activities'),
      sql<number>`deleted_texts::float8`.as('texts'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  const { months = null, text_months: textMonths = null } = row ?? {};
  const isAnything = months !== null || textMonths !== null;
  return {
    months,
    textMonths,
    lastRunAt: row?.last_run_at?.toISOString() ?? null,
    nextRunAt: isAnything ? nextNightlyRun(new Date()).toISOString() : null,
    deletedActivities: row?.activities ?? 0,
    deletedTexts: row?.texts ?? 0,
  };
}

/** Counts the activities and texts that a retention of some months would delete. */
export async function previewRetention(
  db: Connection,
  ownerId: string,
  chosen: { months?: number | undefined; textMonths?: number | undefined },
): Promise<RetentionPreview> {
  const { months = null, textMonths = null } = chosen;
  const { rows } = await sql<{ activities: Date | null; texts: Date | null }>`
    select ${monthsAgo(months)} as activities, ${monthsAgo(textMonths)} as texts`.execute(db);
  const { activities = null, texts = null } = rows[0] ?? {};
  const count = async (before: Date | null, condition: RawBuilder<unknown>) => {
    if (before === null) return 0;
    const counted = await sql<{ number: number }>`
      select count(*)::integer as number from (
        select from captured_activities captured
        where owner_id = ${ownerId} and occurred_at < ${before} and ${condition}
        limit ${limits.retentionCounted}) found`.execute(db);
    return counted.rows[0]?.number ?? 0;
  };
  const isShared = sql`exists (
    select from captured_activity_domains link
    join domain_shares share
      on share.owner_id = link.owner_id and share.domain_id = link.domain_id
    where link.owner_id = ${ownerId} and link.captured_id = captured.id and not link.by_bcc_only)`;
  const losesText = sql`occurred_at >= coalesce(${activities}::timestamptz, '-infinity') and (
    html_body is not null or text_body is not null or summary <> '' or exists (
      select from call_transcripts transcript
      where transcript.owner_id = ${ownerId} and transcript.captured_id = captured.id))`;
  return {
    activities: await count(activities, sql`true`),
    sharedActivities: await count(activities, isShared),
    texts: await count(texts, losesText),
    activitiesBefore: activities?.toISOString() ?? null,
    textsBefore: texts?.toISOString() ?? null,
  };
}
