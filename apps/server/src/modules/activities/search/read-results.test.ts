import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { isOnCluster } from '#test/create-test-database.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { sampleMail } from '../sample-mail.fixture.ts';
import { storeTranscript } from '../store-transcript.ts';
import { readResults } from './read-results.ts';
import { parseSearch } from './search-query.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** One call with a transcript of eight million characters, and a search that counts what it reads. */
async function makeLongCall() {
  const { workspace, person } = await tracking(app).settle();
  await tracking(app).makeAccount(person, workspace.id);
  await tracking(app).capture(person, [
    sampleMail({ type: 'call', title: 'Call', textBody: 'Recorded' }),
  ]);
  const captured = await app.db
    .selectFrom('captured_activities')
    .where('owner_id', '=', person.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const said = ['The zeppelin lands', ...Array.from({ length: 400 }, () => 'word '.repeat(4_000))];
  await app.db.transaction().execute((tx) =>
    storeTranscript(
      tx,
      { ownerId: person.id, capturedId: captured.id },
      said.map((text) => ({ speaker_name: 'Cleo', start_time: 0, text })),
    ),
  );
  const { id } = await app.db
    .selectFrom('account_activities')
    .where('workspace_id', '=', workspace.id)
    .select('id')
    .executeTakeFirstOrThrow();
  return async (q: string) => {
    const reads: number[] = [];
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        reads.push(JSON.stringify(result.rows).length);
        return result;
      },
    };
    const page = { userId: person.id, workspaceId: workspace.id, ids: [id] };
    const [result] = await readResults(app.db.withPlugin(counting), page, parseSearch(q));
    return { excerpt: result?.excerpt.text, reads };
  };
}

test('of a long transcript no more is read than is searched, and nothing where the text has the word', async () => {
  const read = await makeLongCall();
  // On a cluster who reads, what is published, the texts and the hidden recipients are read one after the other.
  const pageReads = isOnCluster() ? 4 : 1;
  const inTranscript = await read('zeppelin');
  expect(inTranscript.excerpt).toMatch(/^Cleo: The zeppelin lands/);
  expect(inTranscript.reads).toHaveLength(pageReads + 1);
  expect(Math.max(...inTranscript.reads)).toBeLessThan(150_000);
  const inText = await read('recorded');
  expect(inText.excerpt).toBe('Recorded');
  expect(inText.reads).toHaveLength(pageReads);
  expect(Math.max(...inText.reads)).toBeLessThan(5_000);
});
