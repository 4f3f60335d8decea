import type { Endpoint } from '@repo/contract/endpoint';
import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createFactorLab } from './factor-lab.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const calls = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][];
const needing = (proof: Endpoint['needsFreshProof']) =>
  calls.flatMap(([name, { needsFreshProof }]) => (needsFreshProof === proof ? [name] : []));

test('what gives away or deletes data of users needs a fresh proof', () => {
  expect(needing(true).toSorted()).toEqual([
    'DELETE /api/admin/organizations/{id}/group-roles/{groupRoleId}',
    'DELETE /api/admin/organizations/{id}/provisioning/tokens/{tokenId}',
    'DELETE /api/admin/organizations/{id}/sso',
    'DELETE /api/auth/factors/authenticator-app',
    'DELETE /api/auth/factors/passkeys/{id}',
    'DELETE /api/auth/sso/links/{id}',
    'GET /api/auth/own-data/export',
    'GET /api/workspaces/{workspaceId}/export',
    'POST /api/admin/organizations/{id}/provisioning/tokens',
    'POST /api/admin/organizations/{id}/sso/domains',
    'POST /api/admin/organizations/{id}/sso/domains/remove',
    'POST /api/admin/organizations/{id}/sso/domains/verify',
    'POST /api/admin/users/{id}/deletion',
    'POST /api/admin/users/{id}/hand-over',
    'POST /api/admin/users/{id}/remove-factors',
    'POST /api/auth/factors/authenticator-app',
    'POST /api/auth/factors/passkeys',
    'POST /api/auth/factors/passkeys/options',
    'POST /api/auth/factors/recovery-codes',
    'POST /api/auth/sso/link',
    'POST /api/workspaces/{workspaceId}/members/{userId}/deletion',
    'POST /api/workspaces/{workspaceId}/members/{userId}/hand-over',
    'PUT /api/admin/organizations/{id}/group-roles',
    'PUT /api/admin/organizations/{id}/second-factor',
    'PUT /api/admin/organizations/{id}/sso',
    'PUT /api/admin/second-factor',
    'PUT /api/auth/factors/authenticator-app',
  ]);
});

test('every call that takes the current password takes the factor of a user who has one', () => {
  const taking = calls.flatMap(([name, { body }]) =>
    body instanceof z.ZodObject && 'currentPassword' in body.shape ? [name] : [],
  );
  expect(taking.length).toBeGreaterThan(0);
  expect(needing('of-factor').toSorted()).toEqual(taking.toSorted());
});

/** Sends a request without a body, which is refused after the proof was looked at. */
async function send(name: EndpointName, token: string) {
  const [method = '', path = ''] = name.split(' ');
  const { statusCode, body } = await app.app.inject({
    method: method as 'POST',
    url: path.replaceAll(/\{\w+\}/g, '0198c5a0-0000-7000-8000-00000000000a'),
    headers: { authorization: `Bearer ${token}` },
    ...(method !== 'GET' && { payload: {} }),
  });
  return [statusCode, (JSON.parse(body) as { error?: { code: string } }).error?.code];
}

test('of a user with a factor, each of these calls wants it again after ten minutes', async () => {
  const person = await app.make.person({ is_admin: true });
  await createFactorLab(app).setUp(person);
  const setProven = (at: Date) =>
    app.db
      .updateTable('sessions')
      .set({ proven_at: at })
      .where('user_id', '=', person.id)
      .execute();
  const wanting = [...needing(true), ...needing('of-factor')];
  await setProven(new Date(0));
  for (const name of wanting) {
    expect([name, await send(name, person.token)]).toEqual([name, [403, 'FRESH_PROOF_REQUIRED']]);
  }
  await setProven(new Date());
  for (const name of needing('of-factor')) {
    expect([name, await send(name, person.token)]).toEqual([name, [400, 'VALIDATION_FAILED']]);
  }
});

test('of a user without one, a call that takes the password wants nothing else', async () => {
  const { id, token } = await app.make.person();
  await app.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .where('user_id', '=', id)
    .execute();
  for (const name of needing('of-factor')) {
    expect([name, await send(name, token)]).toEqual([name, [400, 'VALIDATION_FAILED']]);
  }
});
