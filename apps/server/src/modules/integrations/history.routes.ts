import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { cancelHistory, chooseHistory, requireHistoryDay } from './history/choose-history.ts';
import { describeHistory } from './history/describe-history.ts';
import type { Provider } from './provider.ts';

export function registerHistoryRoutes(
  route: Route,
  { db }: Pick<Context, 'db'>,
  providers: readonly Provider[],
): void {
  route('GET /api/history', ({ person, query }) => {
    if (query.since !== undefined) requireHistoryDay(query.since);
    return describeHistory(db, providers, person.id, query.since);
  });

  route('PUT /api/history', async ({ person, body }) => {
    await chooseHistory(db, providers, person.id, body);
    return describeHistory(db, providers, person.id);
  });

  route('DELETE /api/history', async ({ person }) => {
    await cancelHistory(db, person.id);
    return {};
  });
}
