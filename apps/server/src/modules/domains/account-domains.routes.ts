import { normalizeDomain } from '@repo/domain/domains/domain-name';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import type { Route } from '#platform/http/handlers.ts';
import { enqueueAccountChanges } from '#modules/accounts/continue-account-changes.job.ts';
import { addAccountDomain } from '#modules/accounts/add-account-domain.ts';
import { finishDomainChanges } from '#modules/accounts/finish-domain-changes.ts';
import { removeAccountDomain } from '#modules/accounts/remove-account-domain.ts';
import { setPrimaryDomain } from '#modules/accounts/set-primary-domain.ts';
import { checkAccountDomain } from './check-domains.ts';

/**
 * The domains of accounts. The use cases are in `modules/accounts/domains`; `check-domains.ts`, which
 * `accounts` cannot import, decides which domains are accepted. `continueAccountChanges` completes the work
 * that a request does not finish.
 */
export function registerAccountDomainRoutes(route: Route, context: Context): void {
  const { db } = context;

  route('POST /api/accounts/{accountId}/domains', async ({ person, params, body }) => {
    const domain = checkAccountDomain(body.domain);
    const isOver = respondDeadline();
    const account = await addAccountDomain(db, person, { ...params, domain });
    await enqueueAccountChanges(context);
    await finishDomainChanges(db, account, isOver);
    return {};
  });

  route('DELETE /api/accounts/{accountId}/domains/{domain}', async ({ person, params }) => {
    const domain = knownDomain(params.domain);
    const isOver = respondDeadline();
    const account = await removeAccountDomain(db, person, { ...params, domain });
    await enqueueAccountChanges(context);
    await finishDomainChanges(db, account, isOver);
    return {};
  });

  route('PUT /api/accounts/{accountId}/primary-domain', async ({ person, params, body }) => {
    await setPrimaryDomain(db, person, { ...params, domain: knownDomain(body.domain) });
    return {};
  });
}

/** @throws AppError NOT_FOUND when it cannot be the domain of an account */
function knownDomain(typed: string): string {
  const domain = normalizeDomain(typed);
  if (domain === undefined) throw notFound('Domain');
  return domain;
}
