import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import { bearerToken } from '#platform/http/admit-request.ts';
import type { Route } from '#platform/http/handlers.ts';
import { findUser } from '../users/find-user.ts';
import { requestPasswordReset } from './password-reset/request-password-reset.ts';
import { checkResetToken } from './password-reset/check-reset-token.ts';
import type { ComeBack } from './come-back.ts';
import { resetPassword } from './password-reset/reset-password.ts';
import type { SecondFactorGate } from './second-factor-gate.ts';
import { signIn } from './sign-in.ts';
import { type EndedSession, signOut } from './sign-out.ts';
import { createSlowRefusals } from './slow-refusals.ts';

interface AuthOptions {
  /** Decides whether the right password is enough. */
  gate: SecondFactorGate;
  /** How long a refused sign-in is delayed during an attack; milliseconds. */
  refusalDelayMs: number;
  /** Brings back users who deleted their own account. */
  comeBack: ComeBack;
  /** Returns the token for the sign-out page of the provider that had opened a session. It does not fail. */
  createSignOutToken: (context: Context, ended: EndedSession) => Promise<string | undefined>;
}

export function registerAuthRoutes(
  route: Route,
  context: Context,
  { gate, refusalDelayMs, comeBack, createSignOutToken }: AuthOptions,
): void {
  const slowRefusals = createSlowRefusals(refusalDelayMs);
  route('POST /api/auth/login', ({ body, request }) =>
    signIn(
      context,
      { gate, slowRefusals },
      {
        ...body,
        from: request.ip,
        userAgent: request.headers['user-agent'],
      },
    ),
  );
  route('POST /api/auth/logout', async ({ request }) => {
    const token = bearerToken(request);
    const ended = token === undefined ? undefined : await signOut(context.db, token);
    const signOutToken = ended && (await createSignOutToken(context, ended));
    return signOutToken === undefined ? {} : { signOutToken };
  });
  route('GET /api/auth/me', async ({ person }) => {
    const user = await findUser(context.db, person.id);
    if (user === undefined) throw new AppError('UNAUTHENTICATED', 'Not authenticated');
    return { user };
  });
  route('POST /api/auth/request-password-reset', async ({ body, request }) => {
    await requestPasswordReset(context, { ...body, from: request.ip });
    return {
      message:
        "If a user account with your email exists, you'll receive an email containing further instructions for resetting your password.",
    };
  });
  route('POST /api/auth/reset-password', async ({ body, request }) => {
    await resetPassword(context, comeBack, { ...body, from: request.ip });
    return { message: 'Password reset successful' };
  });
  route('POST /api/auth/reset-password/check', async ({ body, request }) => ({
    isUsable: await checkResetToken(context.db, comeBack, { ...body, from: request.ip }),
  }));
}
