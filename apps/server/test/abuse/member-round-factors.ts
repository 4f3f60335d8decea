import type { Call } from './member-call.ts';

/**
 * Begins to set up second factors, and sends what is refused without one, or without a company sign-in.
 *
 * @param absent the id of no passkey.
 */
export async function factorsRound(call: Call, absent: string): Promise<void> {
  await call('GET /api/auth/factors');
  await call('POST /api/auth/factors/authenticator-app');
  await call('PUT /api/auth/factors/authenticator-app', {
    body: { setUpToken: 'made.up', code: '123456' },
    expected: 409,
  });
  await call('DELETE /api/auth/factors/authenticator-app', { expected: 404 });
  await call('POST /api/auth/factors/recovery-codes', { expected: 409 });
  await call('POST /api/auth/proof/passkey/options');
  await call('POST /api/auth/factors/passkeys/options');
  const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' } as const;
  await call('POST /api/auth/factors/passkeys', {
    body: {
      challengeToken: 'made.up',
      name: 'Laptop',
      credential: { ...credential, response: { clientDataJSON: '', attestationObject: '' } },
    },
    expected: 409,
  });
  await call('PATCH /api/auth/factors/passkeys/{id}', {
    params: { id: absent },
    body: { name: 'Laptop' },
    expected: 404,
  });
  await call('DELETE /api/auth/factors/passkeys/{id}', {
    params: { id: absent },
    expected: 404,
  });
  await call('GET /api/auth/sso/links');
  await call('DELETE /api/auth/sso/links/{id}', {
    params: { id: 'l'.repeat(43) },
    expected: 404,
  });
}
