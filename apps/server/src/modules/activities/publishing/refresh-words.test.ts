import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { captureAndPublish } from '../capture-and-publish.fixture.ts';
import { sampleMail } from '../sample-mail.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let words = 0;
/** The longest word that is stored: 40 letters of four bytes each. */
const longWord = () => {
  words += 1;
  return [...String(words).padStart(40, '0')]
    .map((digit) => String.fromCodePoint(0x1_03_00 + Number(digit)))
    .join('');
};
const people = <Role extends string>(count: number, domain: string, role: Role) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${longWord()} ${longWord()} ${longWord()}`,
    email: `p${index}@${domain}`,
    role,
  }));

test('the words of an activity can be sent to another node, however many and long they are', async () => {
  const { settle, makeAccount } = tracking(app);
  const { workspace, person } = await settle();
  const { accountId } = await makeAccount(person, workspace.id);
  for (const source of ['one@home.net', 'two@home.net', 'three@home.net']) {
    const mail = sampleMail({
      externalId: source,
      key: 'same',
      participants: [
        { name: '', email: 'z@acme.com', role: 'from' },
        ...people(980, 'elsewhere.net', 'to'),
      ],
      bcc: people(900, 'hidden.net', 'other'),
    });
    await captureAndPublish(app.db, { ownerId: person.id, provider: 'gmail', source }, [mail]);
  }
  // Reading the text has the same limit as receiving the value.
  const { rows } = await sql<{ count: number; type: boolean; contributor: boolean }>`
    select length(words::text::tsvector) as count, words::text like '%=email%' as type,
      words::text like ${`%@${person.id}%`} as contributor
    from account_activity_words where account_id = ${accountId}`.execute(app.db);
  expect(rows).toEqual([{ count: expect.any(Number), type: true, contributor: true }]);
  expect(rows[0]?.count).toBeGreaterThan(2_000);
});
