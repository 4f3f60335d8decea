import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { createInvitationLab, type InvitationLab } from './invitation-lab.fixture.ts';

vi.mock('@node-rs/argon2', { spy: true });

let app: TestApp;
let lab: InvitationLab;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  lab = await createInvitationLab(app);
});

/**
 * Registers several times with one link; returns the distinct responses and the number of hashes.
 */
async function registerOften(token: string, times: number) {
  vi.mocked(hash).mockClear();
  const answers = await Promise.all(Array.from({ length: times }, () => lab.register(token)));
  const reported = answers.map(({ status, error }) => `${status} ${error?.message}`);
  return { reported: [...new Set(reported)], hashes: vi.mocked(hash).mock.calls.length };
}

// A hash delays every sign-in, and this endpoint is public.
describe('a link that cannot be used costs no hash', () => {
  test('after it was withdrawn', async () => {
    const { token, id } = await lab.invited(lab.newAddress());
    await lab.withdraw(id);
    expect(await registerOften(token, 3)).toEqual({
      reported: ['409 The invitation was withdrawn'],
      hashes: 0,
    });
  });

  test('after it expired', async () => {
    const { token } = await lab.invited(lab.newAddress());
    await lab.passDays(8);
    expect(await registerOften(token, 3)).toEqual({
      reported: ['409 The invitation has expired'],
      hashes: 0,
    });
  });

  test.each([
    [{}, 'has an account already. Sign in to accept.'],
    [{ is_active: false }, 'is not active'],
  ])('when its address has an account (%j)', async (fields, message) => {
    const { email } = await app.make.person(fields);
    const { token } = await lab.invited(email);
    const { reported, hashes } = await registerOften(token, 3);
    expect(reported).toEqual([expect.stringContaining(message)]);
    expect(hashes).toBe(0);
  });
});

test('one link costs ten hashes in a quarter of an hour at most', async () => {
  const { token } = await lab.invited(lab.newAddress());
  const { reported, hashes } = await registerOften(token, 25);
  expect(reported.toSorted()).toEqual([
    '200 undefined',
    '409 The invitation was accepted already',
    '429 Too many attempts. Try again in 15 minutes.',
  ]);
  expect(hashes).toBeLessThanOrEqual(10);
});

test('a member who registers while being removed does not deadlock', async () => {
  const person = await app.make.person({ password_hash: null });
  const { token } = await lab.invited(person.email);
  const { id: workspaceId } = lab.workspace;
  await app.make.membership(workspaceId, person.id);
  const waiting = (count: number) => waitForLocks(app.db, count);
  const both = await app.db.transaction().execute(async (tx) => {
    await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx);
    const registering = lab.register(token);
    await waiting(1);
    const removing = app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
      token: lab.owner.token,
      params: { workspaceId, userId: person.id },
    });
    await waiting(2);
    return { registering, removing };
  });
  const { status: registered } = await both.registering;
  const { status: removed } = await both.removing;
  expect([registered, removed]).toEqual([200, 200]);
});
