import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeDenseMailbox } from '../test/dense-mailbox.ts';
import { measureGets } from '../test/measure-gets.ts';
import { makeDataDir, removeDataDir, startDemo } from '../test/start-demo.ts';
import { untilSynced } from '../test/track-everything.ts';
import { signIn } from './api-client.ts';
import { samplePeople } from './sample/people.ts';

// The short form; `npm run proof:quota` reads all emails of the real mailboxes.
let folder: string;
beforeEach(() => {
  folder = makeDataDir();
});
afterEach(() => removeDataDir(folder));

it('reads each mail once when accounts are added one at a time', { timeout: 240_000 }, async () => {
  const file = path.join(folder, 'dense.mbox.gz');
  const mails = writeDenseMailbox(file, 400);
  const measured = await measureGets(path.join(folder, 'data'), file, 'off');
  expect(measured).toMatchObject({ mails, stored: measured.expected });
  expect(measured.stored).toBeGreaterThan(100);
  // The newest email is looked at once for each account: a search may not know of it yet.
  expect(measured.adding).toBeLessThanOrEqual(measured.stored + 11);
  // One request returns the headers of all emails of a conversation.
  expect(measured.threads).toBeGreaterThan(0);
});

it(
  'reads the demo’s own mailboxes within what Google allows in a minute',
  { timeout: 240_000 },
  async () => {
    const demo = await startDemo(path.join(folder, 'data'));
    try {
      const { url, sandboxUrl, users } = demo.ready;
      for (const { email } of samplePeople.filter(({ connected }) => connected)) {
        const password = users.find((user) => user.email === email)?.password ?? '';
        await untilSynced(await signIn(url, email, password));
        const answer = await fetch(`${sandboxUrl}/sandbox/gmail/${email}/requests`);
        const { methods } = (await answer.json()) as {
          methods: Record<string, { answered: number; refused: number }>;
        };
        const counts = Object.values(methods);
        expect(counts.reduce((sum, { refused }) => sum + refused, 0)).toBe(0);
        // A minute has 6,000 units; a conversation costs 40, an email 20, the rest at most 5.
        const answered = (method: string) => methods[method]?.answered ?? 0;
        const gets = answered('messages.get');
        const conversations = answered('threads.get');
        expect(gets).toBeGreaterThan(100);
        const rest = counts.reduce((sum, count) => sum + count.answered, 0) - gets - conversations;
        expect(40 * conversations + 20 * gets + 5 * rest).toBeLessThanOrEqual(6_000);
      }
    } finally {
      await demo.end('SIGTERM');
    }
  },
);
