import { levelOfNumber, showsAt } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { hasOwner, readAsOwner } from '../making/rights-of.ts';
import type { Claimed, SendingWebhook } from './claim-deliveries.ts';
import type { Facts } from './text-templates.ts';

/** The events that may be sent, and the facts that their texts may contain. */
export type AllowedDelivery = Claimed & { facts: Facts };

export interface Allowed {
  /** The path of the workspace in the product: `/organization/workspace`. */
  path: string;
  /** The deliveries whose subject the owner may see now. */
  deliveries: AllowedDelivery[];
}

/**
 * Reads the part of a message that the owner of the webhook may see at this moment. Deletions and withdrawals
 * are reported in any case, because they name only an id.
 *
 * @returns undefined if the owner is none any more; then only a test is sent.
 */
export async function readAllowed(
  db: Connection,
  webhook: SendingWebhook,
  deliveries: readonly Claimed[],
): Promise<Allowed | undefined> {
  const { workspaceId, userId } = webhook;
  const isOwned = userId !== null && (await hasOwner(db, { workspaceId, userId }));
  const sent = isOwned ? deliveries : deliveries.filter(isTest);
  if (sent.length === 0) return undefined;
  const { path, workspace, owner } = await readNames(db, webhook);
  const base: Facts = { account: '', kind: '', title: '', person: '', owner, workspace };
  if (!isOwned) return { path, deliveries: sent.map((one) => ({ ...one, facts: base })) };
  const seen = await readSeen(db, { ...webhook, userId }, sent);
  return {
    path,
    deliveries: sent.flatMap((one) => {
      const facts = seen(one);
      return facts === undefined ? [] : [{ ...one, facts: { ...base, ...facts } }];
    }),
  };
}

export async function isArchived(
  db: Connection,
  { workspaceId }: Pick<SendingWebhook, 'workspaceId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from workspaces where id = ${workspaceId} and archived_at is not null`.execute(db);
  return rows.length > 0;
}

const isTest = ({ event }: Claimed) => event === 'webhook.test';

const idOf = ({ subject }: Claimed, name: string): string[] =>
  typeof subject[name] === 'string' ? [subject[name]] : [];

/** Returns what a text may say of a delivery; undefined for one that the owner may not see, or that is over. */
async function readSeen(
  db: Connection,
  webhook: SendingWebhook & { userId: string },
  deliveries: readonly Claimed[],
): Promise<(delivery: Claimed) => Partial<Facts> | undefined> {
  const of = (name: string) => deliveries.flatMap((one) => idOf(one, name));
  const visible = await readAsOwner(db, webhook, {
    accountIds: of('accountId'),
    activityIds: of('activityId'),
  });
  const showsSubject = showsAt(levelOfNumber(webhook.level), 'subject');
  const people = await readPeople(db, webhook.workspaceId, of('personId'));
  const broken = await findBroken(db, webhook.userId, of('connectionId'));
  return (delivery) => {
    const [accountId = ''] = idOf(delivery, 'accountId');
    const account = visible.accounts.get(accountId);
    switch (delivery.event) {
      case 'account.created':
      case 'account.changed':
        return account && { account: account.name };
      case 'activity.published':
      case 'conversation.waiting': {
        const activity = visible.activities.get(idOf(delivery, 'activityId')[0] ?? '');
        if (activity === undefined || account === undefined) return undefined;
        const title = showsSubject && activity.level !== 'activity' ? (activity.title ?? '') : '';
        return { account: account.name, kind: activity.type, title };
      }
      case 'contact.going-quiet': {
        const name = people.get(`${accountId} ${idOf(delivery, 'personId')[0]}`);
        if (account === undefined || name === undefined) return undefined;
        return { account: account.name, person: name };
      }
      case 'connection.needs-attention':
        return broken.has(idOf(delivery, 'connectionId')[0] ?? '') ? {} : undefined;
      case 'account.deleted':
      case 'activity.withdrawn':
      case 'webhook.test':
        return {};
    }
  };
}

async function readNames(
  db: Connection,
  { workspaceId, userId }: SendingWebhook,
): Promise<{ path: string; workspace: string; owner: string }> {
  const { rows } = await sql<{ path: string; workspace: string; owner: string }>`
    select '/' || organization.slug || '/' || workspace.slug as path, workspace.name as workspace,
      coalesce((select nullif(name, '') from users where id = ${userId}), 'its owner') as owner
    from workspaces workspace
    join organizations organization on organization.id = workspace.organization_id
    where workspace.id = ${workspaceId}`.execute(db);
  return rows[0] ?? { path: '', workspace: '', owner: '' };
}

/** Names of shown contacts, by the ids of their account and person. */
async function readPeople(
  db: Connection,
  workspaceId: string,
  personIds: readonly string[],
): Promise<Map<string, string>> {
  if (personIds.length === 0) return new Map();
  const { rows } = await sql<{ accountId: string; personId: string; name: string }>`
    select account_id as "accountId", person_id as "personId",
      coalesce(nullif(name, ''), address) as name
    from contacts
    where workspace_id = ${workspaceId} and person_id = any(${personIds}::uuid[]) and is_shown`.execute(
    db,
  );
  return new Map(rows.map(({ accountId, personId, name }) => [`${accountId} ${personId}`, name]));
}

async function findBroken(
  db: Connection,
  ownerId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('integrations')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', 'in', ids)
    .where('needs_reauth', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
