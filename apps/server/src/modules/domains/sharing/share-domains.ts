import type { PlannedShare, ShareResult } from '@repo/contract/shares';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { suggestAccountName } from '@repo/domain/domains/suggest-account-name';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { RESPOND_AFTER_MS } from '#platform/http/respond-after.ts';
import { accountsByDomain } from '#modules/accounts/accounts-by-domain.ts';
import { checkAccountName } from '#modules/accounts/check-account-name.ts';
import { withdrawalDeadline } from '#modules/activities/withdrawals.ts';
import { findMembership } from '#modules/users/find-membership.ts';
import { shareDomain } from './share-domain.ts';

interface OwnWorkspace {
  userId: string;
  workspaceId: string;
}

/**
 * Returns the effects of sharing a user's domains with a workspace, in the order given and without domains
 * that the user does not track.
 *
 * @throws AppError NOT_FOUND for a workspace that the user is not a member of.
 */
export async function planShares(
  db: Connection,
  { userId, workspaceId, domainIds }: OwnWorkspace & { domainIds: readonly string[] },
): Promise<PlannedShare[]> {
  await requireMembership(db, { userId, workspaceId });
  const { rows } = await sql<PlanRow>`
    select domain.id as "domainId", domain.domain,
      account.id as "accountId", account.name as "accountName",
      workspace.id as "sharedId", workspace.name as "sharedName"
    from unnest(${domainIds}::uuid[]) with ordinality as asked (id, position)
    join domains domain on domain.id = asked.id and domain.owner_id = ${userId}
    left join ${accountsByDomain} account
      on account.workspace_id = ${workspaceId} and account.domain = domain.domain
        and account.deleted_at is null
    left join domain_shares share
      on share.owner_id = domain.owner_id and share.domain_id = domain.id
    left join workspaces workspace on workspace.id = share.workspace_id
    order by asked.position`.execute(db);
  return rows.map(({ domainId, domain, accountId, accountName, sharedId, sharedName }) => {
    const shown = shownDomain(domain);
    return {
      domainId,
      domain: shown,
      account: accountId === null ? null : { id: accountId, name: accountName ?? shown },
      suggestedName: suggestAccountName(shown),
      sharedWith: sharedId === null ? null : { id: sharedId, name: sharedName ?? '' },
    };
  });
}

interface PlanRow {
  domainId: string;
  domain: string;
  accountId: string | null;
  accountName: string | null;
  sharedId: string | null;
  sharedName: string | null;
}

interface Levelled {
  /** How much of the domains colleagues see; the default of the workspace if absent. */
  level?: ShareLevel | undefined;
}

interface NamedDomain {
  domainId: string;
  /** The name of the account, if it has to be created. */
  name: string;
}

/**
 * Shares domains one after the other, each in a transaction of its own, until some seconds have passed. It
 * shares at least the first one; the results say how far it came. A domain that cannot be shared has its
 * problem as the result and does not stop the others.
 *
 * @throws AppError NOT_FOUND for a workspace that the user is not a member of.
 */
export async function shareDomains(
  db: Database,
  { domains, level, ...own }: OwnWorkspace & Levelled & { domains: readonly NamedDomain[] },
  respondAfterMs = RESPOND_AFTER_MS,
): Promise<ShareResult[]> {
  await requireMembership(db, own);
  const respondAt = performance.now() + respondAfterMs;
  const deadline = withdrawalDeadline();
  const results: ShareResult[] = [];
  for (const domain of domains) {
    if (results.length > 0 && performance.now() >= respondAt) break;
    results.push(await shareNamed(db, { ...own, ...domain, level }, deadline));
  }
  return results;
}

async function shareNamed(
  db: Database,
  { name, ...share }: OwnWorkspace & Levelled & NamedDomain,
  deadline: number,
): Promise<ShareResult> {
  const { domainId } = share;
  try {
    const newAccountName = checkAccountName(name);
    return { domainId, account: await shareDomain(db, { ...share, newAccountName }, deadline) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    return { domainId, problem: { code, message } };
  }
}

async function requireMembership(db: Connection, { userId, workspaceId }: OwnWorkspace) {
  if (!(await findMembership(db, userId, workspaceId))) throw notFound('Workspace');
}
