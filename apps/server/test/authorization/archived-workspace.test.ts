import type { EndpointName } from '@repo/contract/endpoints';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toRequest } from '../test-call.ts';
import { type Caller, callers } from './callers.ts';
import { allRows } from './expected/all-rows.ts';
import { readAnswers, type Row } from './table.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.app.close());

/** The responses to a row, by caller. */
const answersOf = ([answers]: Row) =>
  Object.fromEntries(readAnswers(answers).map(({ status }, at) => [callers[at], status]));

/** What only the members of Ours may do, by the table that `authorization.test.ts` compares with. */
function listMembersWrites() {
  return Object.entries(allRows).flatMap(([name, rows]) =>
    Object.entries(rows).flatMap(([what, row]) => {
      const { member, owner, stranger = 0 } = answersOf(row);
      const allowed = (['member', 'owner'] as const).filter(
        (caller) => ({ member, owner })[caller] === 200,
      );
      const isWrite = !name.startsWith('GET');
      if (!isWrite || stranger < 400 || row[2] !== undefined) return [];
      return allowed.map((caller) => ({ name: name as EndpointName, what, row, caller }));
    }),
  );
}

const stillAllowed = [
  // To stop sharing is possible at any time.
  'DELETE /api/accounts/domains/unshare: the owner’s from ours, which it is shared with',
  // A user's choice for all workspaces, not a write to one.
  'PUT /api/private-meetings/{meetingId}/share: a private meeting of ours',
];

test('a write that only the members of a workspace may make is refused while it is archived', async () => {
  const writes = listMembersWrites();
  expect(new Set(writes.map(({ name }) => name)).size).toBeGreaterThan(25);
  const { status } = await world.app.call('PUT /api/admin/workspaces/{id}/archived', {
    token: world.people.administrator.token,
    params: { id: world.ours.id },
    body: { archived: true },
  });
  expect(status).toBe(200);
  const accepted: string[] = [];
  for (const { name, what, row, caller } of writes) {
    const { statusCode } = await world.app.app.inject(requestOf(name, row, caller));
    if (statusCode !== 404) accepted.push(`${name}: ${what}`);
  }
  expect(accepted).toEqual(stillAllowed);
});

function requestOf(name: EndpointName, [, request]: Row, caller: Caller): InjectOptions {
  const given = request(world, caller);
  return toRequest(name, { ...given, token: given.bearer ?? world.people[caller].token });
}
