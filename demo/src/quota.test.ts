import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeDenseMailbox } from '../test/dense-mailbox.ts';
import { measureGets } from '../test/measure-gets.ts';
import { makeDataDir, removeDataDir } from '../test/start-demo.ts';

// The short form; `npm run proof -- quota` reads all emails of the real mailboxes.
it('reads each mail once when accounts are added one at a time', { timeout: 240_000 }, async () => {
  const folder = makeDataDir();
  onTestFinished(() => removeDataDir(folder));
  const file = path.join(folder, 'dense.mbox.gz');
  const mails = writeDenseMailbox(file, 200);
  const accounts = 3;
  const measured = await measureGets(path.join(folder, 'data'), file, { quota: 'off', accounts });
  expect(measured).toMatchObject({ mails, stored: measured.expected });
  expect(measured.stored).toBeGreaterThan(50);
  // The newest email is looked at once for each account: a search may not know of it yet.
  expect(measured.adding).toBeLessThanOrEqual(measured.stored + accounts);
  // One request returns the headers of all emails of a conversation.
  expect(measured.threads).toBeGreaterThan(0);
});
