import { limits } from '@repo/contract/limits';
import { addDays, type BusinessDay } from '@repo/domain/time/business-day';
import type { Context } from '#platform/context.ts';
import { readToday } from '#platform/database/workspace-time.ts';
import { notFound, validationFailed } from '#platform/http/app-error.ts';
import type { Route } from '#platform/http/handlers.ts';
import { readerIn } from '../../auth/session-reader.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';
import { hidePerson, mergePeople, separateAddress } from '../../relationships/change-contacts.ts';
import { dismissQuietAccount, dismissQuietPerson } from '../../relationships/dismiss-quiet.ts';
import { listQuietPeople } from '../../relationships/list-quiet-people.ts';
import { listContacts } from '../../relationships/read-contacts.ts';
import { readNetwork } from '../../relationships/read-network.ts';
import { findNames } from '../../relationships/find-names.ts';
import { searchPeople } from '../../relationships/search-people.ts';
import { findMembership } from '../../users/find-membership.ts';
import { requireAccount } from '../reading/find-account.ts';
import { findPerson } from './find-person.ts';
import { readAccountRelationship } from './read-account-relationship.ts';
import { readPersonTimeline } from './read-person-timeline.ts';

/** The endpoints of the people of accounts (docs/decisions/relationships.md). */
export function registerPeopleRoutes(route: Route, { db }: Context): void {
  const requireMember = async (userId: string, workspaceId: string) => {
    if (!(await findMembership(db, userId, workspaceId))) throw notFound('Workspace');
  };

  route('GET /api/accounts/{accountId}/people', async ({ person, params, query }) => {
    return listContacts(db, await requireAccount(db, person.id, params.accountId), query);
  });

  route('GET /api/accounts/{accountId}/network', async ({ person, params }) => {
    return readNetwork(db, await requireAccount(db, person.id, params.accountId));
  });

  route('PUT /api/accounts/{accountId}/quiet-dismissal', async ({ person, params, body }) => {
    const account = await requireAccount(db, person.id, params.accountId);
    const { until } = requireBounded(body, await readToday(db, account.workspaceId));
    await dismissQuietAccount(db, account, { userId: person.id, until });
    return {};
  });

  route('GET /api/accounts/{accountId}/relationship', async ({ person, params }) => {
    const account = await requireAccount(db, person.id, params.accountId);
    return readAccountRelationship(db, account);
  });

  route('GET /api/workspaces/{workspaceId}/quiet-people', async ({ person, params, query }) => {
    await requireMember(person.id, params.workspaceId);
    const accounts = visibleAccounts(await readerIn(db, person.id, params.workspaceId));
    return listQuietPeople(db, { ...params, ...query, accounts });
  });

  route('GET /api/workspaces/{workspaceId}/people', async ({ person, params, query }) => {
    await requireMember(person.id, params.workspaceId);
    const accounts = visibleAccounts(await readerIn(db, person.id, params.workspaceId));
    return { people: await searchPeople(db, { ...params, ...query, accounts }) };
  });

  route('POST /api/workspaces/{workspaceId}/people/names', async ({ person, params, body }) => {
    await requireMember(person.id, params.workspaceId);
    const accounts = visibleAccounts(await readerIn(db, person.id, params.workspaceId));
    return { names: await findNames(db, { ...params, ...body, accounts }) };
  });

  route('GET /api/workspaces/{workspaceId}/people/{personId}', async ({ person, params }) => {
    await requireMember(person.id, params.workspaceId);
    return { person: await findPerson(db, params.workspaceId, params.personId) };
  });

  route(
    'GET /api/workspaces/{workspaceId}/people/{personId}/timeline',
    async ({ person, params: { workspaceId, personId }, query }) => {
      await requireMember(person.id, workspaceId);
      return readPersonTimeline(db, workspaceId, personId, query);
    },
  );

  route(
    'PUT /api/workspaces/{workspaceId}/people/{personId}/visibility',
    async ({ person, params, body }) => {
      await hidePerson(db, { ...params, ...body, userId: person.id });
      return {};
    },
  );

  route(
    'PUT /api/workspaces/{workspaceId}/people/{personId}/quiet-dismissal',
    async ({ person, params, body }) => {
      await requireMember(person.id, params.workspaceId);
      const { until } = requireBounded(body, await readToday(db, params.workspaceId));
      await dismissQuietPerson(db, { ...params, until, userId: person.id });
      return {};
    },
  );

  route(
    'POST /api/workspaces/{workspaceId}/people/{personId}/merge',
    async ({ person, params: { workspaceId, personId }, body }) => {
      await mergePeople(db, {
        workspaceId,
        personId: body.otherId,
        intoPersonId: personId,
        userId: person.id,
      });
      return {};
    },
  );

  route(
    'POST /api/workspaces/{workspaceId}/people/{personId}/separate',
    async ({ person, params, body }) => {
      await requireMember(person.id, params.workspaceId);
      const address = body.address.trim().toLowerCase();
      return { othersId: await separateAddress(db, { ...params, address }) };
    },
  );
}

function requireBounded<Body extends { until: BusinessDay | null }>(
  body: Body,
  today: BusinessDay,
): Body {
  const first = addDays(today, -limits.quietDismissalDays);
  const last = addDays(today, limits.quietDismissalDays);
  if (body.until !== null && (body.until < first || body.until > last)) {
    const message = `until: must be between ${first} and ${last}`;
    throw validationFailed([{ field: 'until', message }]);
  }
  return body;
}
