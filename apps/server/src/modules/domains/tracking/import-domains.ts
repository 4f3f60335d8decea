import type { ShareLevel } from '@repo/domain/sharing/share-level';
import type { Database } from '#platform/database/create-database.ts';
import { notFound, validationFailed } from '#platform/http/app-error.ts';
import { checkAccountName } from '#modules/accounts/check-account-name.ts';
import { createAccount } from '#modules/accounts/create-account.ts';
import { lockOwner } from '#modules/activities/lock-owner.ts';
import { keepProtections } from '#modules/activities/protect-for-workspace.ts';
import { beginShares } from '#modules/activities/publish-requests.ts';
import { withdrawalDeadline, withdrawForRequest } from '#modules/activities/withdrawals.ts';
import { findMembership } from '#modules/users/find-membership.ts';
import { checkDomains } from '../check-domains.ts';
import { defaultLevel } from '../sharing/default-level.ts';
import { findOwnDomain } from '../find-own-domain.ts';
import { shareWith } from '../sharing/share-domain.ts';
import { type Tracked, trackDomains } from './track-domains.ts';
import { shownDomain } from '@repo/domain/domains/shown-domain';

export interface DomainImport {
  domains: readonly string[];
  source: 'manual' | 'discovered';
  name?: string | undefined;
  workspaceId?: string | undefined;
  /**
   * How much of the domain colleagues see; if absent, as before where the share moves, else the default of
   * the workspace.
   */
  level?: ShareLevel | undefined;
}

export interface ImportedDomain {
  domain: Tracked;
  workspaceAccount?: { id: string; name: string };
}

/**
 * Tracks domains for a user. With a workspace, it also creates the account of the one domain there and shares
 * the domain with it; a share with another workspace is moved. All or nothing; the captured activities of a
 * large domain are published in the background.
 *
 * @throws AppError VALIDATION_FAILED, NOT_FOUND for a workspace that the user is not a member of,
 *   or CONFLICT when the workspace already has an account for the domain, and when so much is withdrawn
 *   from another one that it goes on after the response.
 */
export async function importDomains(
  db: Database,
  userId: string,
  { domains: typed, source, name, workspaceId, level: given }: DomainImport,
  deadline = withdrawalDeadline(),
): Promise<ImportedDomain[]> {
  const domains = await checkDomains(typed);
  if (workspaceId === undefined) {
    const tracked = await db
      .transaction()
      .execute((tx) => trackDomains(tx, userId, domains, source));
    return tracked.map((domain) => ({ domain }));
  }
  const accountName = checkAccountName(name);
  checkSingle(domains);
  const { imported, movedFrom } = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, userId);
    if (!(await findMembership(tx, userId, workspaceId))) throw notFound('Workspace');
    await keepProtections(tx, workspaceId);
    const [domain] = await trackDomains(tx, userId, domains, source);
    if (domain === undefined) throw new Error('A domain was tracked and is not there.');
    const account = await createAccount(tx, {
      workspaceId,
      domain: domain.domain,
      name: accountName,
      creatorId: userId,
    });
    const own = await findOwnDomain(tx, userId, domain.id);
    const level = given ?? own.share?.level ?? (await defaultLevel(tx, workspaceId));
    await shareWith(tx, userId, own, { workspaceId, accountId: account.id, level });
    return {
      imported: [{ domain, workspaceAccount: account }],
      movedFrom: own.share?.workspaceId,
    };
  });
  if (movedFrom !== undefined) {
    await withdrawForRequest(
      db,
      { ownerId: userId, workspaceId: movedFrom },
      'The account was created, and the domain is shared with it. What you shared before is still being removed, which goes on by itself.',
      deadline,
    );
  }
  if (performance.now() < deadline) await beginShares(db, userId);
  return imported;
}

function checkSingle(domains: readonly string[]): void {
  if (domains.length === 1) return;
  const names = domains.slice(0, 3).map(shownDomain).join(', ');
  const named = domains.length > 3 ? `${names}…` : names;
  const message = `A workspace account is made for one domain at a time, not for ${domains.length} (${named})`;
  throw validationFailed([{ field: 'domains', message }]);
}
