import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compareFigures } from '../test/compare-figures.ts';
import { readMails } from '../test/count-mbox.ts';
import type { MailboxFile } from '../test/open-mail-service.ts';
import { newestOddMail, oddMailbox, oddMails, oddOwners, senderless } from '../test/odd-mails.ts';
import { makeDataDir, removeDataDir, startDemo } from '../test/start-demo.ts';
import { writeSampleMailboxes } from '../test/write-sample-mailboxes.ts';
import { signIn } from './api-client.ts';

const day = 86_400_000;
/** Companies whose conversations are counted as well. */
const SAMPLE_COMPANIES = 5;

// The short form of `mailbox-figures.test.ts` as well: the demo moves all emails to the present.
it(
  'counts usual, malformed and unusual emails as a count straight from the files does',
  { timeout: 240_000 },
  async () => {
    expect(oddMails.length).toBeGreaterThan(60);
    const folder = makeDataDir();
    onTestFinished(() => removeDataDir(folder));
    mkdirSync(folder, { recursive: true });
    const boxes: MailboxFile[] = oddOwners.map((address) => {
      const file = path.join(folder, `${address}.mbox.gz`);
      writeFileSync(file, oddMailbox(address));
      return { address, file };
    });
    boxes.push(...writeSampleMailboxes(folder, new Date(newestOddMail), SAMPLE_COMPANIES));
    const demo = await startDemo(
      path.join(folder, 'data'),
      boxes.flatMap(({ address, file }) => ['--mailbox', `${address}=${file}`]),
    );
    onTestFinished(async () => void (await demo.end('SIGTERM')));
    const { ready } = demo;
    const mails = boxes.flatMap(readMails);
    const newest = Math.max(...mails.map(({ date }) => date.getTime()));
    expect(ready.shiftDays).toBe(Math.floor((Date.now() - newest) / day));
    const addresses = boxes.map(({ address }) => address);
    const { differences, accounts, compared } = await compareFigures(ready, addresses, mails);
    expect(differences).toEqual([]);
    expect(accounts).toBeGreaterThan(10 + SAMPLE_COMPANIES);
    expect(compared).toBeGreaterThan(150);

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
