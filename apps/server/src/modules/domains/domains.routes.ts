import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import {
  enqueueRemaining,
  publishRemainingLater,
} from '#modules/activities/publish-requests.job.ts';
import { registerAccessRequestRoutes } from './access/access-requests.routes.ts';
import { registerAccountImportRoutes } from './account-import/account-import.routes.ts';
import { registerAccountDomainRoutes } from './account-domains.routes.ts';
import { compareWithAccount } from './sharing/compare-with-account.ts';
import { importDomains } from './tracking/import-domains.ts';
import { listDomains } from './tracking/list-domains.ts';
import { enqueueRemoval } from './remove-domain.job.ts';
import { removeDomain } from './remove-domain.ts';
import { shareDomain } from './sharing/share-domain.ts';
import { setShareLevels } from './set-share-level.ts';
import { planShares, shareDomains } from './sharing/share-domains.ts';
import { unshareDomain } from './sharing/unshare-domain.ts';
import { shownDomain } from '@repo/domain/domains/shown-domain';

export function registerDomainRoutes(route: Route, context: Context): void {
  const { db } = context;
  registerAccountDomainRoutes(route, context);
  registerAccountImportRoutes(route, context);
  registerAccessRequestRoutes(route, context);

  route('GET /api/accounts', ({ person, query }) => listDomains(db, person.id, query));

  route('GET /api/accounts/domains/{id}/as-colleagues-see', ({ person, params, query }) =>
    compareWithAccount(db, { userId: person.id, domainId: params.id, ...query }),
  );

  route('POST /api/accounts/import', async ({ person, body }) => {
    const imported = await importDomains(db, person.id, body).finally(() =>
      publishRemainingLater(context, person.id),
    );
    return {
      results: imported.map(({ domain: { id, domain, addedAt }, ...rest }) => ({
        domain: { id, domain: shownDomain(domain), addedAt: addedAt.toISOString() },
        ...rest,
      })),
    };
  });

  route('POST /api/accounts/domains/share', async ({ person, body }) => {
    await shareDomain(db, { userId: person.id, ...body }).finally(() =>
      publishRemainingLater(context, person.id),
    );
    return {};
  });

  route('PUT /api/accounts/domains/level', async ({ person, body }) => {
    // The job runs once a minute in any case.
    const results = await setShareLevels(db, { userId: person.id, ...body }).finally(() =>
      enqueueRemaining(context).catch(() => {}),
    );
    return { results };
  });

  route('POST /api/workspaces/{workspaceId}/shares/preview', async ({ person, params, body }) => ({
    domains: await planShares(db, { userId: person.id, ...params, ...body }),
  }));

  route('POST /api/workspaces/{workspaceId}/shares', async ({ person, params, body }) => {
    const results = await shareDomains(db, { userId: person.id, ...params, ...body }).finally(() =>
      publishRemainingLater(context, person.id),
    );
    return { results };
  });

  route('DELETE /api/accounts/domains/unshare', async ({ person, body }) => {
    await unshareDomain(db, { userId: person.id, ...body }).finally(() =>
      publishRemainingLater(context, person.id),
    );
    return {};
  });

  route('DELETE /api/accounts/domains/{id}', async ({ person, params }) => {
    const removal = { userId: person.id, domainId: params.id };
    await removeDomain(db, removal, undefined, { begin: enqueueRemoval(context, removal) }).finally(
      () => publishRemainingLater(context, person.id),
    );
    return {};
  });
}
