import type { TodayConversation } from '@repo/contract/today';
import { limits } from '@repo/contract/limits';
import { isAutomatedAddress } from '@repo/domain/relationships/automated-address';
import { businessDayOf } from '@repo/domain/time/business-day';
import {
  type OpenConversation,
  type OpenMoments,
  openMoments,
  type Reader,
  stateAfter,
} from '@repo/domain/today/open-conversation';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { readLevel, showsLevel } from '#platform/database/level-columns.ts';
import type { StoredParticipant } from '#platform/database/schema/activities.ts';
import { findAutomatic } from './brief/find-automatic.ts';
import { type Mark, readMarks } from './brief/marks.ts';
import type { Page } from './page.ts';
import { readMembers } from './brief/read-members.ts';

export type OpenConversations = Record<OpenConversation, TodayConversation[]>;

/**
 * Reads a member's conversations that wait for the member's answer, or for an answer to the member, the
 * newest first; without hidden ones. The rule is `openConversation` in `@repo/domain`.
 *
 * Reads the emails by or to the member from the member's own copies, since a mailbox is much smaller than the
 * workspace, and then the later emails of these conversations in the workspace.
 */
export async function readOpenConversations(
  db: Connection,
  page: Page,
): Promise<OpenConversations> {
  const [reader, marks] = await Promise.all([readMembers(db, page), readMarks(db, page)]);
  const moments = openMoments(page.now, page.timeZone);
  const today = businessDayOf(page.now, page.timeZone);
  const due = marks.filter(({ remindOn }) => remindOn !== null && remindOn <= today);
  const hidden = new Set(marks.filter((one) => !due.includes(one)).map((one) => one.activityKey));
  const reminded = new Set(due.map(({ activityKey }) => activityKey));
  const mails = await readOwnMails(db, page, { reader, moments, due });
  const open = mails.flatMap((mail): OpenMail[] => {
    const { activityKey, occurredAt } = mail;
    const state = stateAfter({ ...mail, isAutomatic: false }, reader);
    const isReminder = reminded.has(activityKey);
    const isListed =
      state !== undefined &&
      (isReminder || (occurredAt > moments.earliest && occurredAt <= moments[state]));
    return isListed ? [{ ...mail, state, isReminder }] : [];
  });
  const last = await keepLast(db, page, open);
  const listed = last.filter(({ activityKey }) => !hidden.has(activityKey));
  return {
    waiting: toConversations(listed, 'waiting', reader),
    unanswered: toConversations(listed, 'unanswered', reader),
  };
}

/** An email of the member's own copies, as it is published in an account. */
interface OwnMail {
  activityKey: string;
  /** The id in the account. */
  id: string;
  occurredAt: Date;
  from: string[];
  to: string[];
  isFromAccount: boolean;
}

interface OpenMail extends OwnMail {
  state: OpenConversation;
  isReminder: boolean;
}

/** Emails that a person wrote, from or to the member, one for each account that they share it with. */
async function readOwnMails(
  db: Connection,
  { workspaceId, userId }: Page,
  { reader, moments, due }: { reader: Reader; moments: OpenMoments; due: readonly Mark[] },
): Promise<OwnMail[]> {
  const isOwn = [...reader.own].flatMap((email) =>
    (['from', 'to'] as const).map((role) => JSON.stringify([{ email, role }])),
  );
  const { rows } = await sql<OwnMail>`
    select captured.activity_key as "activityKey",
      published_id(share.account_id, captured.activity_key) as id,
      captured.occurred_at as "occurredAt", bool_or(link.side = 'external') as "isFromAccount",
      array(select participant ->> 'email' from jsonb_array_elements(captured.participants) participant
        where participant ->> 'role' = 'from') as "from",
      array(select participant ->> 'email' from jsonb_array_elements(captured.participants) participant
        where participant ->> 'role' = 'to') as "to"
    from captured_activities captured
    join captured_activity_domains link
      on link.owner_id = captured.owner_id and link.captured_id = captured.id
    join domain_shares share
      on share.owner_id = link.owner_id and share.domain_id = link.domain_id
    where captured.owner_id = ${userId} and captured.type = 'email'
      and captured.is_automatic is not true and not link.by_bcc_only
      and share.workspace_id = ${workspaceId}
      and captured.participants @> any(${isOwn}::jsonb[])
      and (captured.occurred_at > ${moments.earliest} and captured.occurred_at <= ${moments.waiting}
        or captured.occurred_at = any(${due.map(({ occurredAt }) => occurredAt)}::timestamptz[]))
    group by share.account_id, captured.owner_id, captured.id
    order by captured.occurred_at desc
    limit ${limits.todayMails}`.execute(db);
  return rows.filter(({ from }) => !from.some(isAutomatedAddress));
}

interface LastMail extends OpenMail {
  account: { id: string; name: string };
  title: string;
  participants: StoredParticipant[];
}

interface FoundMail {
  id: string;
  accountId: string;
  accountName: string;
  title: string;
  participants: StoredParticipant[];
  threadId: string;
  activityKey: string;
}

/** Keeps the emails that are the last one by a person in their conversation, in each account that has it. */
async function keepLast(
  db: Connection,
  page: Page,
  mails: readonly OpenMail[],
): Promise<LastMail[]> {
  if (mails.length === 0) return [];
  const found = await readPublished(db, page, mails);
  const overtaken = await findOvertaken(db, page.workspaceId, found);
  const byId = new Map(mails.map((mail) => [mail.id, mail]));
  const listed = new Map<string, LastMail>();
  for (const { id, accountId, accountName, activityKey, title, participants } of found) {
    const mail = byId.get(id);
    // One that is in several accounts is listed once.
    if (mail === undefined || overtaken.has(activityKey) || listed.has(activityKey)) continue;
    const account = { id: accountId, name: accountName };
    listed.set(activityKey, { ...mail, account, title, participants });
  }
  return [...listed.values()].sort(newestFirst);
}

const newestFirst = (one: OpenMail, other: OpenMail) =>
  other.occurredAt.getTime() - one.occurredAt.getTime() || (one.id < other.id ? -1 : 1);

/** The emails that the member still contributes to visible accounts. */
async function readPublished(
  db: Connection,
  { workspaceId, userId, accounts }: Page,
  mails: readonly OpenMail[],
): Promise<FoundMail[]> {
  const { rows } = await sql<FoundMail>`
    select published.id, published.account_id as "accountId", account.name as "accountName",
      published.title, published.participants, published.activity_key as "activityKey",
      coalesce(published.thread_id, published.id) as "threadId"
    from ${accounts} account
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.account_id = account.id
    where published.workspace_id = ${workspaceId}
      and published.id = any(${mails.map(({ id }) => id)}::uuid[])
      and ${showsLevel(readLevel('published', inWorkspaceOf(db, workspaceId)), 'subject')}
      and exists (
        select from account_activity_contributors contributor
        where contributor.workspace_id = ${workspaceId} and contributor.activity_id = published.id
          and contributor.user_id = ${userId})
    order by account.name, account.id`.execute(db);
  return rows;
}

/** How often the last email of a conversation is looked for, past automatic ones. */
const MAX_AUTOMATIC_MAILS = 20;

interface LaterMail {
  id: string;
  after: string;
  activityKey: string;
  ownerId: string;
  capturedId: string;
  from: string[];
}

/** Finds the emails that a person answered in the same conversation, by their activity keys. */
async function findOvertaken(
  db: Connection,
  workspaceId: string,
  found: readonly FoundMail[],
): Promise<Set<string>> {
  const overtaken = new Set<string>();
  const passed = new Set<string>();
  let left: readonly FoundMail[] = found;
  for (let round = 0; left.length > 0 && round < MAX_AUTOMATIC_MAILS; round += 1) {
    const later = await readLater(db, workspaceId, left, [...passed]);
    const automatic = await findAutomatic(db, workspaceId, later);
    const ofIds = new Map(left.map((mail) => [mail.id, mail]));
    left = later.flatMap(({ id, after, from }) => {
      const mail = ofIds.get(after);
      if (mail === undefined) return [];
      if (!automatic.has(id) && !from.some(isAutomatedAddress)) {
        overtaken.add(mail.activityKey);
        return [];
      }
      passed.add(id);
      return [mail];
    });
  }
  return overtaken;
}

/** The last email of each conversation, if it came later; without those that were passed over. */
async function readLater(
  db: Connection,
  workspaceId: string,
  mails: readonly FoundMail[],
  passed: readonly string[],
): Promise<LaterMail[]> {
  const { rows } = await sql<LaterMail>`
    select given.id as after, later.id, later.owner_id as "ownerId",
      later.captured_id as "capturedId", later.activity_key as "activityKey",
      array(select participant ->> 'email' from jsonb_array_elements(later.participants) participant
        where participant ->> 'role' = 'from') as "from"
    from unnest(
      ${mails.map(({ id }) => id)}::uuid[],
      ${mails.map(({ accountId }) => accountId)}::uuid[],
      ${mails.map(({ threadId }) => threadId)}::uuid[]
    ) as given(id, account_id, thread_id)
    join account_activities mail on mail.workspace_id = ${workspaceId} and mail.id = given.id
    cross join lateral (
      select id, owner_id, captured_id, activity_key, participants from account_activities
      where workspace_id = ${workspaceId} and account_id = given.account_id
        and thread_id = given.thread_id
        and (occurred_at, id) > (mail.occurred_at, mail.id)
        and id <> all(${passed}::uuid[])
      order by occurred_at desc, id desc limit 1
    ) later`.execute(db);
  return rows;
}

function toConversations(
  mails: readonly LastMail[],
  state: OpenConversation,
  { own }: Reader,
): TodayConversation[] {
  return mails
    .filter((mail) => mail.state === state)
    .map(({ id, account, title, participants, occurredAt, isReminder }) => {
      const role = state === 'waiting' ? 'from' : 'to';
      const { name = '', email = '' } =
        participants.find((one) => one.role === role && !own.has(one.email)) ?? {};
      return {
        id,
        account,
        title,
        person: { name, email },
        occurredAt: occurredAt.toISOString(),
        isReminder,
      };
    });
}
