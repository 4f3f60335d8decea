import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { lockOwner } from '../lock-owner.ts';
import { sampleMail } from '../sample-mail.fixture.ts';
import { takeRemainingSteps } from '../publish-requests.ts';

/** Requests that publish while something else does so for a long time: clients wait for 10 s. */
const MAX_MS = 8_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function shared() {
  const { settle, capture, importOne } = tracking(app);
  const { workspace, person, token } = await settle();
  const { data } = await importOne(token, 'acme.com', workspace.id);
  await capture(person, [sampleMail()]);
  return { workspace, person, domainId: data.results[0]?.domain.id ?? '' };
}

const setLevel = ({ token }: MadePerson, domainId: string) =>
  app.call('PUT /api/accounts/domains/level', {
    token,
    body: { domainIds: [domainId], level: 'activity' },
  });

const levels = async ({ id }: MadePerson) => {
  const changes = sql<{ level: number }>`select level from level_changes where owner_id = ${id}`;
  return (await changes.execute(app.db)).rows;
};

test.concurrent(
  'a level holds although the step of its request is kept waiting, and the job takes it',
  async () => {
    const { workspace, person, domainId } = await shared();
    await app.db.transaction().execute(async (tx) => {
      // As a step of another user that writes these rows for long.
      await sql`
      select from account_activities where workspace_id = ${workspace.id} for update`.execute(tx);
      const begun = performance.now();
      const { status, data } = await setLevel(person, domainId);
      expect(performance.now() - begun).toBeLessThan(MAX_MS);
      expect({ status, results: data.results }).toEqual({
        status: 200,
        results: [{ domainId, level: 'activity' }],
      });
      expect(await levels(person)).toHaveLength(1);
    });
    await takeRemainingSteps(app.db);
    expect(await levels(person)).toEqual([]);
  },
);

test.concurrent(
  'a level that cannot be stored is refused in time, and remains as it was',
  async () => {
    const { person, domainId } = await shared();
    await app.db.transaction().execute(async (tx) => {
      await lockOwner(tx, person.id);
      const begun = performance.now();
      expect(await setLevel(person, domainId)).toMatchObject({
        status: 503,
        error: { code: 'UNAVAILABLE' },
      });
      expect(performance.now() - begun).toBeLessThan(MAX_MS);
    });
    expect(await levels(person)).toEqual([]);
  },
);

test.concurrent(
  'a share responds although its step is kept waiting, and the job publishes',
  async () => {
    const { workspace, person, domainId } = await shared();
    const body = { domainId, workspaceId: workspace.id };
    const { token } = person;
    await app.call('DELETE /api/accounts/domains/unshare', { token, body });
    const published = () =>
      app.db
        .selectFrom('account_activities')
        .select('id')
        .where('workspace_id', '=', workspace.id)
        .execute();
    expect(await published()).toEqual([]);
    await app.db.transaction().execute(async (tx) => {
      await sql`
      select from workspace_accounts where workspace_id = ${workspace.id}
      for no key update`.execute(tx);
      const begun = performance.now();
      const { status } = await app.call('POST /api/accounts/domains/share', { token, body });
      expect(performance.now() - begun).toBeLessThan(MAX_MS);
      expect(status).toBe(200);
    });
    await takeRemainingSteps(app.db);
    expect(await published()).toHaveLength(1);
  },
);
