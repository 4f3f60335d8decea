import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/route.ts';
import { readOwnData } from './own-data/read-own-data.ts';

/** What the server stores about the signed-in user. */
export function registerOwnDataRoutes(route: Route, { db }: Context): void {
  route('GET /api/auth/own-data', async ({ person }) => ({ kinds: await readOwnData(db, person) }));
}
