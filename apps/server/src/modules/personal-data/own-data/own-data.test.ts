import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataKinds } from '#platform/database/data-register/data-kinds.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { makePeopleWorkspace } from '../../accounts/people/people.fixture.ts';
import { sampleMail } from '../../activities/sample-mail.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';

let app: TestApp;
let ann: MadePerson;
let ben: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
  ({ ann, ben } = await makePeopleWorkspace(app));
  await tracking(app).capture(ann, [sampleMail(), sampleMail()]);
  await tracking(app).capture(ben, [sampleMail()]);
});
afterAll(() => app.close());

const read = async ({ token }: { token: string }) => {
  const { data } = await app.call('GET /api/auth/own-data', { token });
  return new Map(data.kinds.map((kind) => [kind.id, kind]));
};

test('counts what belongs to the user alone, and says the rest as the register has it', async () => {
  const kinds = await read(ann);
  expect(kinds.get('captured')).toEqual({
    id: 'captured',
    title: dataKinds.captured.title,
    whatFor: dataKinds.captured.whatFor,
    kept: dataKinds.captured.kept,
    seenBy: { user: true, others: dataKinds.captured.seenBy.others },
    count: { number: 2, unit: { one: 'activity', many: 'activities' } },
  });
  expect((await read(ben)).get('captured')?.count?.number).toBe(1);
  expect(kinds.get('memberships')?.count?.number).toBe(1);
  expect(kinds.get('published')?.count?.number).toBe(1);
  expect(kinds.get('attempts')).toMatchObject({
    seenBy: { user: false, others: null },
    count: null,
  });
});

test('names every kind of the register that has personal data', async () => {
  const expected = Object.keys(dataKinds).filter((kind) => kind !== 'none');
  expect([...(await read(ann)).keys()]).toEqual(expected);
});

test('a user of whom nothing is stored has nothing but an account and a session', async () => {
  const counts = [...(await read(await app.make.person())).values()].flatMap(({ id, count }) =>
    count !== null && count.number > 0 ? [[id, count.number]] : [],
  );
  expect(counts).toEqual([['signIn', 1]]);
});
