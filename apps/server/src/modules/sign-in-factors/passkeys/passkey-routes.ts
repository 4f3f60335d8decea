import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import type { SlowRefusals } from '#modules/auth/slow-refusals.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { removePasskey, renamePasskey } from './change-passkey.ts';
import { requestProof, requestSignIn } from './request-passkey.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';

export function registerPasskeyRoutes(
  route: Route,
  context: Context,
  slowRefusals: SlowRefusals,
): void {
  route('POST /api/auth/login/passkey/options', ({ body }) =>
    requestSignIn(context, body.pendingToken),
  );
  route('POST /api/auth/login/passkey', ({ body, request }) =>
    signInWithPasskey(context, slowRefusals, {
      ...body,
      from: request.ip,
      userAgent: request.headers['user-agent'],
    }),
  );
  route('POST /api/auth/proof/passkey/options', ({ person }) => requestProof(context, person));
  route('POST /api/auth/factors/passkeys/options', ({ person }) => beginPasskey(context, person));
  route('POST /api/auth/factors/passkeys', ({ person, body }) => addPasskey(context, person, body));
  route('PATCH /api/auth/factors/passkeys/{id}', async ({ person, params, body }) => {
    await renamePasskey(context.db, person.id, { ...params, ...body });
    return {};
  });
  route('DELETE /api/auth/factors/passkeys/{id}', async ({ person, params }) => {
    await removePasskey(context, person, params.id);
    return {};
  });
}
