import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compareFigures } from '../test/compare-figures.ts';
import { readMails } from '../test/count-mbox.ts';
import { newestOddMail, oddMailbox, oddMails, oddOwners, senderless } from '../test/odd-mails.ts';
import { makeDataDir, removeDataDir, startDemo } from '../test/start-demo.ts';
import { signIn } from './api-client.ts';

const day = 86_400_000;

it(
  'counts malformed and unusual emails as a count straight from the file does',
  { timeout: 240_000 },
  async () => {
    expect(oddMails.length).toBeGreaterThan(60);
    const folder = makeDataDir();
    onTestFinished(() => removeDataDir(folder));
    mkdirSync(folder, { recursive: true });
    const boxes = oddOwners.map((address) => {
      const file = path.join(folder, `${address}.mbox.gz`);
      writeFileSync(file, oddMailbox(address));
      return { address, file };
    });
    const shiftDays = Math.floor((Date.now() - newestOddMail) / day);
    const demo = await startDemo(path.join(folder, 'data'), [
      ...boxes.flatMap(({ address, file }) => ['--mailbox', `${address}=${file}`]),
      `--shift-days=${shiftDays}`,
    ]);
    onTestFinished(async () => void (await demo.end('SIGTERM')));
    const { ready } = demo;
    const mails = boxes.flatMap(({ file }) => readMails(file));
    const { differences, accounts, compared } = await compareFigures(ready, oddOwners, mails);
    expect(differences).toEqual([]);
    expect(accounts).toBeGreaterThan(10);
    expect(compared).toBeGreaterThan(100);

    // What is in no figure for want of a sender is listed.
    const [owner] = oddOwners;
    const password = ready.users.find(({ email }) => email === owner)?.password ?? '';
    const client = await signIn(ready.url, owner, password);
    const [integration] = (await client.call('GET /api/integrations')).integrations;
    const params = { id: integration?.id ?? '' };
    const { items } = await client.call('GET /api/integrations/{id}/failed-items', { params });
    expect(items).toHaveLength(senderless);
  },
);
