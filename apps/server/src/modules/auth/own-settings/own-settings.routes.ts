import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { Route } from '#platform/http/handlers.ts';
import { findUser } from '../../users/find-user.ts';
import { changePassword } from './change-password.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '../own-sessions.ts';
import { renameSelf } from './rename-self.ts';

/** Changes of users to their own account. */
export function registerOwnSettingsRoutes(route: Route, context: Context): void {
  const { db, log } = context;
  route('PUT /api/auth/me', async ({ person, body }) => {
    await renameSelf(context, person.id, body.name);
    const user = await findUser(db, person.id);
    if (user === undefined) throw new AppError('UNAUTHENTICATED', 'Not authenticated');
    return { user };
  });
  route('POST /api/auth/change-password', async ({ person, body, request }) => {
    await changePassword(context, person, { ...body, from: request.ip });
    return {};
  });
  route('GET /api/auth/sessions', async ({ person }) => ({
    items: await listOwnSessions(db, person),
  }));
  route('DELETE /api/auth/sessions/{id}', async ({ person, params, request }) => {
    await endOwnSession(db, person.id, params.id);
    log.info({ userId: person.id, from: request.ip }, 'ended a session');
    return {};
  });
  route('POST /api/auth/sessions/end-others', async ({ person, request }) => {
    const ended = await endOtherSessions(db, person);
    log.info({ userId: person.id, from: request.ip, ended }, 'ended the other sessions');
    return { ended };
  });
}
