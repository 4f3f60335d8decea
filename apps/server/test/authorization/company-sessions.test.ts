import type { Endpoint } from '@repo/contract/endpoint';
import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toRequest } from '../test-call.ts';
import { callers } from './callers.ts';
import { allRows } from './expected/all-rows.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { readAnswers } from './table.ts';
import { createWorld, type World } from './world.ts';

/**
 * The callers of the table, whose sessions single sign-on opened: they may do what the same users may do with a
 * password. Of each endpoint one row is sent in which someone is allowed what it asks for. That they may do no
 * more needs no table: nothing looks at how a session was opened but what ends it, and what asks for a fresh proof.
 */
const people = ['member', 'owner', 'administrator'] as const;

let world: World;
let snapshot: Snapshot;

beforeAll(async () => {
  world = await createWorld();
  const { db } = world.app;
  const { id } = await db
    .insertInto('sso_connections')
    .values({
      organization_id: world.ours.organizationId,
      issuer: 'https://provider.example',
      client_id: 'client',
      secret: Buffer.from('sealed'),
      secret_key_id: 'key',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('sessions')
    .set({ sso_connection_id: id, sso_sid: 'session-at-the-provider' })
    .execute();
  snapshot = await takeSnapshot(db);
});
afterAll(() => world.app.close());

const names = (Object.entries(endpoints) as [EndpointName, Endpoint][])
  .filter(([, { access, response }]) => /^(?:person|admin)$/.test(access) && response !== 'events')
  // What concerns the connection itself finds one here, and the table none.
  .filter(([name]) => !name.includes('/sso'))
  .map(([name]) => name);

test('a session by single sign-on is refused nothing that one by password may do', async () => {
  const differing: string[] = [];
  let sent = 0;
  for (const name of names) {
    const found = Object.values(allRows[name] ?? {}).flatMap(([answers, request, state]) => {
      const expected = readAnswers(answers);
      const caller = people.find((one) => (expected[callers.indexOf(one)]?.status ?? 500) < 300);
      return state === undefined && caller !== undefined ? [{ request, caller }] : [];
    })[0];
    if (found === undefined) continue;
    const { bearer: _, ...given } = found.request(world, found.caller);
    const request = toRequest(name, { ...given, token: world.people[found.caller].token });
    const { statusCode } = await world.app.app.inject(request);
    sent += 1;
    if (statusCode >= 300) differing.push(`${name}, ${found.caller}: ${statusCode}`);
    if (!name.startsWith('GET')) await snapshot.restore();
  }
  expect(differing).toEqual([]);
  expect(sent).toBeGreaterThan(150);
});
