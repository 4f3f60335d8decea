import type { Context } from '../../platform/context.ts';
import type { Route } from '../../platform/http/route.ts';
import { findActivity } from './find-activity.ts';

export function registerActivityRoutes(route: Route, { db }: Context): void {
  route('GET /api/activities/{activityId}', async ({ person, params }) => ({
    activity: await findActivity(db, person.id, params.activityId),
  }));
}
