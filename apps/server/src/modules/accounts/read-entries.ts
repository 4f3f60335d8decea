import type {
  FollowedAccount,
  FollowedActivity,
  FollowedPerson,
} from '@repo/contract/followed-changes';
import { limits } from '@repo/contract/limits';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { levelOfNumber } from '@repo/domain/sharing/share-level';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import {
  firstParticipants,
  type PublishedActivity,
  publishedColumns,
  publishedJoin,
} from '#modules/activities/published-activity.ts';
import { tagsOfAccount } from './tags/tags-of-account.ts';
import type { ReadEntries } from './changes/read-changes.ts';
import { ownerNow } from '#modules/listed-accounts/owner-now.ts';

interface Visible {
  workspaceId: string;
  /** The accounts that the user can see, as rows of `workspace_accounts`. */
  accounts: RawBuilder<unknown>;
}

type Part = Parameters<ReadEntries<{ id: string }>>[0];

/** The condition and the order of a part of the entries with this id. */
const within = (part: Part, id: string): RawBuilder<unknown> =>
  'ids' in part
    ? sql`${sql.ref(id)} = any(${part.ids}::uuid[])`
    : sql`${sql.ref(id)} > ${part.afterId} order by ${sql.ref(id)} limit ${part.limit}`;

export const readFollowedAccounts =
  (db: Connection, { workspaceId, accounts }: Visible): ReadEntries<FollowedAccount> =>
  async (part) => {
    const { rows } = await sql<
      Omit<FollowedAccount, 'createdAt' | 'lastActivityAt'> & {
        createdAt: Date;
        lastActivityAt: Date | null;
      }
    >`
      select account.id, account.name, account.domain, array(
          select domain from account_domains
          where workspace_id = ${workspaceId} and account_id = account.id
          union select account.domain order by domain
          limit ${sql.lit(limits.domainsPerAccount)}
        ) as domains,
        account.created_at as "createdAt", 
        ${ownerNow(sql`${workspaceId}::uuid`, sql`account.account_owner_id`)} as "ownerId", account.note,
        ${tagsOfAccount(sql`${workspaceId}`, sql`account.id`)} as tags,
        account.activity_count as "activityCount", account.last_activity_at as "lastActivityAt"
      from ${accounts} account
      where account.workspace_id = ${workspaceId} and ${within(part, 'account.id')}`.execute(db);
    return rows.map((row) => ({
      ...row,
      domain: shownDomain(row.domain),
      domains: row.domains.map(shownDomain),
      createdAt: row.createdAt.toISOString(),
      lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
    }));
  };

export const readFollowedActivities =
  (db: Connection, { workspaceId, accounts }: Visible): ReadEntries<FollowedActivity> =>
  async (part) => {
    const columns = publishedColumns(inWorkspaceOf(db, workspaceId), firstParticipants);
    const { rows } = await sql<PublishedActivity & { accountId: string }>`
      select ${columns}, published.account_id as "accountId"
      from account_activities published
      join ${accounts} account
        on account.workspace_id = ${workspaceId} and account.id = published.account_id
      ${publishedJoin(inWorkspaceOf(db, workspaceId))}
      where published.workspace_id = ${workspaceId} and ${within(part, 'published.id')}`.execute(
      db,
    );
    return rows.map(toFollowedActivity);
  };

function toFollowedActivity(row: PublishedActivity & { accountId: string }): FollowedActivity {
  const { id, accountId, type, title, summary, side, participants, location, isAllDay } = row;
  return {
    id,
    accountId,
    type,
    title,
    summary,
    occurredAt: row.occurredAt.toISOString(),
    side,
    participants,
    participantCount: row.participantCount ?? participants.length,
    location,
    startTime: row.startTime?.toISOString() ?? null,
    endTime: row.endTime?.toISOString() ?? null,
    isAllDay,
    level: levelOfNumber(row.level),
  };
}

export const readFollowedPeople =
  (db: Connection, { workspaceId, accounts }: Visible): ReadEntries<FollowedPerson> =>
  async (part) => {
    const { rows } = await sql<FollowedPerson>`
      select contact.id, contact.account_id as "accountId", contact.person_id as "personId",
        contact.name, contact.address
      from contacts contact
      join ${accounts} account
        on account.workspace_id = ${workspaceId} and account.id = contact.account_id
      where contact.workspace_id = ${workspaceId} and contact.is_shown
        and ${within(part, 'contact.id')}`.execute(db);
    return rows;
  };
