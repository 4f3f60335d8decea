import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { chooseRetention } from './retention/choose-retention.ts';
import { previewRetention, readRetention } from './retention/read-retention.ts';

/** For how long a user keeps what they captured. */
export function registerRetentionRoutes(route: Route, { db }: Context): void {
  route('GET /api/auth/retention', ({ person }) => readRetention(db, person.id));
  route('GET /api/auth/retention/preview', ({ person, query }) =>
    previewRetention(db, person.id, query),
  );
  route('PUT /api/auth/retention', ({ person, body }) => chooseRetention(db, person, body));
}
