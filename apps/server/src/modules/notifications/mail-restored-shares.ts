import { shownDomain } from '@repo/domain/domains/shown-domain';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { oneLine } from '@repo/domain/text/one-line';
import { readerOf } from '../auth/session-reader.ts';
import { visibleAccounts } from '../auth/visible-accounts.ts';

export interface Owner {
  userId: string;
}

/** Whether the account is in a workspace that its members can open. */
export const isInUse = sql<boolean>`exists (
  select from workspaces
  where workspaces.id = restored.workspace_id and workspaces.archived_at is null)`;

/** Domains that one email names; of more it gives the number. */
const MAX_NAMED = 20;

/**
 * Emails a user which of their domains are shared again because someone restored or merged an account. It
 * contains what the user shares and may see now, not at the time of the restoration. The restorations are
 * deleted after the email was handed over: if the process is killed in between, the email arrives twice
 * instead of never. Rejects when the email could not be handed over; it is then tried again.
 *
 * No one reads an archived workspace, so restorations there are kept until it is in use again. The same
 * applies to an inactive user, because the user's shares go on.
 */
export async function mailRestoredShares(
  { config, db, log, mailer }: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  { userId }: Owner,
): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (person === undefined) return;
  const { rows: restored } = await sql<Restored>`
    select account_id as "accountId", workspace_id as "workspaceId",
      restored_by as "restoredBy", restored_at::text as "restoredAt"
    from restored_shares restored where owner_id = ${userId} and ${isInUse}`.execute(db);
  const shares = await readShares(db, userId, restored);
  if (shares.length > 0) {
    try {
      await mailer.send({ to: person.email, ...compose(config, person.name, shares) });
    } catch (error) {
      log.error({ err: error, userId }, 'the mail about restored shares could not be sent');
      throw error;
    }
  }
  await forget(db, userId, restored);
}

/** Except shares that were restored again meanwhile. */
async function forget(
  db: Connection,
  userId: string,
  restored: readonly Restored[],
): Promise<void> {
  await sql`
    delete from restored_shares stored
    using unnest(
      ${restored.map(({ accountId }) => accountId)}::uuid[],
      ${restored.map(({ restoredAt }) => restoredAt)}::timestamptz[]
    ) as mailed(account_id, restored_at)
    where stored.owner_id = ${userId} and stored.account_id = mailed.account_id
      and stored.restored_at = mailed.restored_at`.execute(db);
}

interface Restored {
  accountId: string;
  workspaceId: string;
  restoredBy: string | null;
  /** As text, which has all of its digits. */
  restoredAt: string;
}

interface RestoredShare {
  domain: string;
  account: string;
  workspace: string;
  /** Null when the user no longer exists. */
  by: string | null;
}

/** The domains shared at this moment with accounts that the user may see. */
async function readShares(
  db: Connection,
  userId: string,
  restored: readonly Restored[],
): Promise<RestoredShare[]> {
  const ids = restored.map(({ accountId }) => accountId);
  const { rows: shares } = await sql<{ domain: string; accountId: string }>`
    select domain.domain, share.account_id as "accountId"
    from domain_shares share
    join domains domain on domain.owner_id = share.owner_id and domain.id = share.domain_id
    where share.owner_id = ${userId} and share.account_id = any(${ids}::uuid[])
    order by domain.domain`.execute(db);
  const { rows: accounts } = await sql<{ id: string; name: string; workspace: string }>`
    select account.id, account.name, workspace.name as workspace
    from ${visibleAccounts(await readerOf(db, userId))} account
    join workspaces workspace on workspace.id = account.workspace_id
    where account.workspace_id = any(${restored.map(({ workspaceId }) => workspaceId)}::uuid[])
      and account.id = any(${ids}::uuid[])`.execute(db);
  const { rows: people } = await sql<{ id: string; name: string }>`
    select id, name from users
    where id = any(${restored.map(({ restoredBy }) => restoredBy)}::uuid[])`.execute(db);
  return shares.flatMap(({ domain, accountId }) => {
    const account = accounts.find(({ id }) => id === accountId);
    if (account === undefined) return [];
    const by = restored.find((one) => one.accountId === accountId)?.restoredBy;
    return [
      {
        domain: shownDomain(domain),
        account: account.name,
        workspace: account.workspace,
        by: people.find(({ id }) => id === by)?.name ?? null,
      },
    ];
  });
}

function compose({ webUrl }: Pick<Config, 'webUrl'>, name: string, shares: RestoredShare[]) {
  const [first] = shares;
  const isOne = shares.length === 1;
  const named = shares
    .slice(0, MAX_NAMED)
    .map(({ domain, account, workspace, by }) =>
      oneLine(
        `- ${domain} with ${account} in ${workspace}${by === null ? '' : `, restored by ${by}`}`,
      ),
    );
  const further = shares.length - named.length;
  return {
    subject: isOne
      ? `${first?.domain} is shared again with ${oneLine(first?.workspace ?? '')}`
      : `${shares.length.toLocaleString('en')} of your domains are shared again`,
    text: [
      `Hello ${name},`,
      'An account that had been deleted was restored or merged, and with it what you shared with it:',
      [...named, ...(further > 0 ? [`- ${further.toLocaleString('en')} more`] : [])].join('\n'),
      'If you do not want that, choose ‘Not shared’ in Import Preferences:',
      `${webUrl}/import-preferences`,
    ].join('\n\n'),
  };
}
