import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { findMembership } from '../users/find-membership.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('GET /api/workspaces', () => {
  test('lists the workspaces of the person in the order of joining', async () => {
    const { token, id } = await app.make.person();
    const organization = await app.make.organization({ name: 'Acme', slug: 'acme' });
    const later = await app.make.workspace({ organization_id: organization.id });
    const earlier = await app.make.workspace();
    await app.make.workspace();
    await app.make.membership(later.id, id, 'owner', { joined_at: new Date('2025-02-01') });
    await app.make.membership(earlier.id, id, 'member', { joined_at: new Date('2025-01-01') });

    const { data } = await app.call('GET /api/workspaces', { token });

    expect(data.items.map((item) => [item.id, item.role])).toEqual([
      [earlier.id, 'member'],
      [later.id, 'owner'],
    ]);
    expect(data.items[1]).toEqual({
      ...later,
      role: 'owner',
      organization: { id: organization.id, name: 'Acme', slug: 'acme' },
      gettingStarted: true,
      timeZone: 'America/New_York',
      nextTimeZone: null,
      shareLevels: { default: 'full', least: 'activity', participantsOnly: false },
      assistants: 'members',
      defaultView: null,
    });
  });

  test('is empty for a person without workspaces', async () => {
    const { token } = await app.make.person();
    expect((await app.call('GET /api/workspaces', { token })).data).toEqual({ items: [] });
  });

  test('asks for a session', async () => {
    const answer = await app.call('GET /api/workspaces');
    expect(answer).toMatchObject({ status: 401, error: { code: 'UNAUTHENTICATED' } });
  });
});

describe('findMembership', () => {
  test('knows the role of a member, and of no one else', async () => {
    const { id } = await app.make.person();
    const [theirs, other] = [await app.make.workspace(), await app.make.workspace()];
    await app.make.membership(theirs.id, id, 'owner');
    expect(await findMembership(app.db, id, theirs.id)).toEqual({ role: 'owner' });
    expect(await findMembership(app.db, id, other.id)).toBeUndefined();
    expect(await findMembership(app.db, id, randomUUID())).toBeUndefined();
  });
});
