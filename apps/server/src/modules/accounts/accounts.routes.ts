import { type BusinessDay, businessDayOf } from '@repo/domain/time/business-day';
import { type WindowSize, windowStart } from '@repo/domain/time/timeline-window';
import type { Context } from '#platform/context.ts';
import { readTimeZone } from '#platform/database/workspace-time.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Route } from '#platform/http/handlers.ts';
import { writeJson } from '#platform/http/write-json.ts';
import { contributorsFor } from '../activities/contributors-of.ts';
import { listParticipants } from '#modules/activities/list-participants.ts';
import { type DayWindow, readTimeline } from '#modules/activities/read-timeline.ts';
import { readNewestParts } from '#modules/activities/read-newest-parts.ts';
import { readTimelinePart } from '#modules/activities/read-timeline-part.ts';
import { daysAround, summarizeWindow } from '#modules/activities/summarize-window.ts';
import { findMembership } from '../users/find-membership.ts';
import { registerAccountChangeRoutes } from './account-changes.routes.ts';
import { registerChangeRoutes } from './changes/changes.routes.ts';
import { registerAccountDeletionRoutes } from './deletion/account-deletion.routes.ts';
import { findAccount, requireAccount } from './reading/find-account.ts';
import type { FetchPublic } from '#platform/net/fetch-public.ts';
import { createIconAddress } from './icons/icon-address.ts';
import { registerIconRoute } from './icons/icon-route.ts';
import { registerPeopleRoutes } from './people/people.routes.ts';
import { listAccountPeople } from './list/list-account-people.ts';
import { listAccounts } from './list/list-accounts.ts';
import { listShares } from './reading/list-shares.ts';
import { registerAccountMergingRoutes } from './merging/account-merging.routes.ts';
import { registerOwnAccountRoutes } from './own/own-accounts.routes.ts';
import { registerTagRoutes } from './tags/tags.routes.ts';
import { registerViewRoutes } from './views/views.routes.ts';

export function registerAccountRoutes(
  route: Route,
  context: Context,
  fetchPublic?: FetchPublic,
): void {
  const { db, config } = context;
  const iconAddress = createIconAddress(config);
  registerIconRoute(route, context, fetchPublic);
  registerPeopleRoutes(route, context);
  registerAccountChangeRoutes(route, context);
  registerAccountDeletionRoutes(route, context);
  registerChangeRoutes(route, context);
  registerAccountMergingRoutes(route, context);
  registerOwnAccountRoutes(route, context);
  registerTagRoutes(route, context);
  registerViewRoutes(route, context);

  route('GET /api/workspaces/{workspaceId}/accounts', {
    what: 'Workspace',
    read: ({ reader, params, query }) =>
      listAccounts(db, iconAddress, { ...reader, ...params }, query),
  });

  route('GET /api/workspaces/{workspaceId}/accounts/people', async ({ person, params }) => {
    const { workspaceId } = params;
    if (!(await findMembership(db, person.id, workspaceId))) throw notFound('Workspace');
    return listAccountPeople(db, workspaceId);
  });

  route('GET /api/accounts/{accountId}/shares', async ({ person, params }) =>
    listShares(db, person.id, await requireAccount(db, person.id, params.accountId)),
  );

  route('GET /api/accounts/{accountId}', {
    what: 'Account',
    read: async ({ reader, params }) => {
      const workspaceAccount = await findAccount(db, iconAddress, { ...reader, ...params });
      return workspaceAccount && JSON.stringify({ workspaceAccount });
    },
  });

  route('GET /api/accounts/{accountId}/timeline', {
    what: 'Account',
    read: async ({ reader, params: { accountId }, query }) => {
      const found = await contributorsFor(db, { ...reader, accountId });
      if (found === undefined) return undefined;
      const { people, workspaceId, timeZone } = found;
      const account = { workspaceId, accountId };
      const today = businessDayOf(new Date(), timeZone);
      const window = windowOf(query, timeZone, today);
      const { before, after } = query;
      if (query.limit === undefined) {
        const activities = await readTimeline(db, account, window, people);
        if (activities !== undefined) return writeJson({ activities });
      }
      const { limit } = query;
      const isFirst = before === undefined && after === undefined;
      const [part, around, summary] = await Promise.all([
        limit === undefined
          ? readNewestParts(db, account, window, people, { before, after })
          : readTimelinePart(db, account, window, people, { limit, before, after }),
        daysAround(db, account, window, today),
        isFirst ? summarizeWindow(db, account, window) : undefined,
      ]);
      const page = { before: part.before, after: part.after, ...around };
      return writeJson({ activities: part.items, page, summary });
    },
  });

  route('GET /api/accounts/{accountId}/participants', async ({ person, params, query }) => {
    const account = await requireAccount(db, person.id, params.accountId);
    const timeZone = await readTimeZone(db, account.workspaceId);
    const today = businessDayOf(new Date(), timeZone);
    return listParticipants(db, account, windowOf(query, timeZone, today));
  });
}

function windowOf(
  { range, end_date }: { range: WindowSize; end_date?: BusinessDay | undefined },
  timeZone: string,
  today: BusinessDay,
): DayWindow {
  const lastDay = lastDayOf(end_date, today);
  return { timeZone, firstDay: windowStart(range, lastDay), lastDay };
}

/** Before it nothing can have happened, and calendars stop to be reliable. */
const earliestDay = '1900-01-01';

/** The day on which a window ends: the requested one, but never past today. */
function lastDayOf(asked: BusinessDay | undefined, today: BusinessDay): BusinessDay {
  if (asked === undefined || asked > today) return today;
  return asked < earliestDay ? earliestDay : asked;
}
