import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { createSlowRefusals } from '../auth/slow-refusals.ts';
import { beginApp, confirmApp, makeRecoveryCodes, removeApp } from './factors/change-app.ts';
import { finishSignIn } from './second-step/finish-sign-in.ts';
import { listFactors } from './factors/list-factors.ts';
import { prove } from './factors/prove.ts';
import { resetFactors } from './factors/reset-factors.ts';
import { registerPasskeyRoutes } from './passkeys/passkey-routes.ts';

/** @param refusalDelayMs how long a refused code is delayed during an attack */
export function registerSignInFactorRoutes(
  route: Route,
  context: Context,
  refusalDelayMs: number,
): void {
  const slowRefusals = createSlowRefusals(refusalDelayMs);
  route('POST /api/auth/login/second-factor', ({ body, request }) =>
    finishSignIn(context, slowRefusals, {
      ...body,
      from: request.ip,
      userAgent: request.headers['user-agent'],
    }),
  );
  route('POST /api/auth/proof', async ({ person, body, request }) => {
    await prove(context, person, { ...body, from: request.ip });
    return {};
  });
  route('GET /api/auth/factors', ({ person }) => listFactors(context, person));
  route('POST /api/auth/factors/authenticator-app', async ({ person }) =>
    beginApp(context, person),
  );
  route('PUT /api/auth/factors/authenticator-app', async ({ person, body, request }) => ({
    recoveryCodes: await confirmApp(context, person, { ...body, from: request.ip }),
  }));
  route('DELETE /api/auth/factors/authenticator-app', async ({ person }) => {
    await removeApp(context, person);
    return {};
  });
  registerPasskeyRoutes(route, context, slowRefusals);
  route('POST /api/auth/factors/recovery-codes', async ({ person }) => ({
    recoveryCodes: await makeRecoveryCodes(context, person),
  }));
  route('POST /api/admin/users/{id}/remove-factors', async ({ person, params }) => {
    await resetFactors(context, person, params.id);
    return {};
  });
}
