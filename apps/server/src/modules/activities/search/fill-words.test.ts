import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { sampleMail } from '../sample-mail.fixture.ts';
import { fillWords } from './fill-words.job.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a transcript that is stored in between is not overwritten', async () => {
  const { workspace, person } = await tracking(app).settle();
  await tracking(app).makeAccount(person, workspace.id);
  await tracking(app).capture(person, [sampleMail({ type: 'call' })]);
  const { id } = await app.db
    .selectFrom('captured_activities')
    .where('owner_id', '=', person.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const sentences = (text: string) =>
    JSON.stringify([{ speaker_name: 'Cleo', start_time: 0, text }]);
  await app.db
    .insertInto('call_transcripts')
    .values({
      owner_id: person.id,
      captured_id: id,
      sentences: sentences('older'),
      search_words: null,
    })
    .execute();
  const filling = await app.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('call_transcripts')
      .set({ sentences: sentences('newer'), search_words: 'cleo newer' })
      .where('captured_id', '=', id)
      .execute();
    const done = fillWords(app.db);
    await waitForLocks(app.db, 1);
    return { done };
  });
  await filling.done;
  expect(
    await app.db
      .selectFrom('call_transcripts')
      .where('captured_id', '=', id)
      .select([sql`sentences -> 0 ->> 'text'`.as('said'), 'search_words'])
      .executeTakeFirst(),
  ).toEqual({ said: 'newer', search_words: 'cleo newer' });
});
