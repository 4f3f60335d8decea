import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { captureActivities } from '../activities/capture-activities.ts';
import { sampleMail } from '../activities/sample-mail.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const importAll = (token: string, domains: string[]) =>
  app.call('POST /api/accounts/import', { token, body: { domains } });

async function trackedBy(token: string) {
  const { data } = await app.call('GET /api/accounts', { token, query: { type: 'domains' } });
  return data.domains;
}

test('takes the longest list that is allowed', async () => {
  const { token } = await app.make.person();
  const domains = Array.from({ length: 10_000 }, (_, index) => `company-${index}.example.com`);
  const { data } = await importAll(token, domains);
  expect(data.results).toHaveLength(10_000);
  expect(await importAll(token, [...domains, 'acme.com'])).toMatchObject({
    status: 400,
    error: {
      message: '10,001 domains are too many: at most 10,000 can be imported at once',
      details: [{ field: 'domains' }],
    },
  });
  expect(await trackedBy(token)).toHaveLength(10_000);
});

test('takes a long list beside a full mailbox, and links what it holds', async () => {
  const person = await app.make.person();
  const { token } = person;
  await importAll(token, ['hub.example']);
  const at = (email: string, role: 'from' | 'to') => ({ name: '', email, role });
  const mails = Array.from({ length: 3_000 }, (_, index) =>
    sampleMail({
      participants: [at('a@hub.example', 'from'), at(`b@eu.company-${index}.example`, 'to')],
    }),
  );
  const from = { ownerId: person.id, provider: 'gmail' as const, source: person.email };
  await app.db.transaction().execute((tx) => captureActivities(tx, from, mails));
  const domains = Array.from({ length: 10_000 }, (_, index) => `company-${index}.example`);
  const answer = await importAll(token, domains);
  expect(answer.data.results).toHaveLength(10_000);
  const linked = (await trackedBy(token)).filter(({ activityCount }) => activityCount === 1);
  expect(linked).toHaveLength(3_000);
});

test('says how much a request may hold', async () => {
  const { token } = await app.make.person();
  const domains = [`${'x'.repeat(5 * 1024 * 1024)}.com`];
  expect(await importAll(token, domains)).toMatchObject({
    status: 413,
    error: { code: 'PAYLOAD_TOO_LARGE' },
  });
});
