import type { PendingSignIn } from '@repo/contract/sign-in-factors';
import { expect } from 'vitest';
import type { TestApp } from '#test/create-test-app.ts';
import { knownPassword, type MadePerson } from '#test/test-makers.ts';
import { codeOf, fromBase32 } from './app-codes.fixture.ts';

/** How people with second factors sign in to a test app. */
export function createFactorLab(app: TestApp) {
  /** A person with an authenticator app, whose codes of now are not used up. */
  async function withApp() {
    const person = await app.make.person();
    return { person, ...(await setUp(person)) };
  }

  async function setUp(person: MadePerson) {
    const begun = await app.call('POST /api/auth/factors/authenticator-app', {
      token: person.token,
    });
    const secret = fromBase32(begun.data.key);
    const { data } = await app.call('PUT /api/auth/factors/authenticator-app', {
      token: person.token,
      body: { setUpToken: begun.data.setUpToken, code: codeOf(secret) },
    });
    await app.db
      .updateTable('authenticator_apps')
      .set({ last_step: '0' })
      .where('user_id', '=', person.id)
      .execute();
    return { secret, recoveryCodes: data.recoveryCodes ?? [] };
  }

  const signIn = (email: string, from?: string) =>
    app.call('POST /api/auth/login', {
      body: { email, password: knownPassword },
      ...(from !== undefined && { from }),
    });

  async function pendingOf({ email }: MadePerson, from?: string): Promise<string> {
    const { status, error } = await signIn(email, from);
    expect([status, error?.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    return (error?.details as PendingSignIn | undefined)?.pendingToken ?? '';
  }

  const finish = (
    body: { pendingToken: string; code?: string; recoveryCode?: string },
    from?: string,
  ) =>
    app.call('POST /api/auth/login/second-factor', { body, ...(from !== undefined && { from }) });
  return { withApp, setUp, signIn, pendingOf, finish };
}
