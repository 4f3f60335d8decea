import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../../apps/server/test/long-tests.ts';
import { compareFigures } from '../test/compare-figures.ts';
import { compareServices } from '../test/compare-services.ts';
import { readMails } from '../test/count-mbox.ts';
import { writeDirectCopies } from '../test/direct-copies.ts';
import type { MailboxFile } from '../test/open-mail-service.ts';
import { realFolder, realMailboxes } from '../test/real-mailboxes.ts';
import { makeDataDir, removeDataDir, startDemo } from '../test/start-demo.ts';
import { writeSampleMailboxes } from '../test/write-sample-mailboxes.ts';

const day = 86_400_000;
const isReal = isLong && existsSync(realFolder);

let dataDir: string;
let mailboxes: readonly MailboxFile[];

beforeAll(() => {
  if (!isLong) return;
  dataDir = makeDataDir();
  mkdirSync(dataDir, { recursive: true });
  mailboxes = isReal
    ? realMailboxes
    : writeSampleMailboxes(dataDir, new Date('2024-03-20T12:00:00Z'));
  if (!isReal) {
    process.stderr.write(
      `Skipped: no mailboxes in ${realFolder}; a small one made here is used.\n`,
    );
  }
});
afterAll(() => {
  if (isLong) removeDataDir(dataDir);
});

const daysFrom = (text: string) => Math.floor((Date.now() - Date.parse(text)) / day);
// As it comes; then the busiest quarter of a year, with what came later still in the future.
// All the others are walked by `npm run proof -- mailboxes`.
const shifts = isReal ? [undefined, daysFrom('2019-11-20')] : [undefined];

// The short form is in `odd-mails.test.ts`.
describe.runIf(isLong).each(shifts)('mailboxes moved by %s days', (shiftDays) => {
  it('give the figures that their files have', { timeout: 240_000 }, async () => {
    const folder = path.join(dataDir, `shift-${shiftDays}`);
    const mails = mailboxes.flatMap(readMails);
    const newest = Math.max(...mails.map(({ date }) => date.getTime()));
    const options = mailboxes.flatMap(({ address, file }) => ['--mailbox', `${address}=${file}`]);
    if (shiftDays !== undefined) options.push(`--shift-days=${shiftDays}`);
    const demo = await startDemo(folder, options);
    try {
      const { ready } = demo;
      expect(ready.shiftDays).toBe(shiftDays ?? Math.floor((Date.now() - newest) / day));
      const addresses = mailboxes.map(({ address }) => address);
      const { differences, refused, accounts, compared } = await compareFigures(
        ready,
        addresses,
        mails,
      );
      expect(differences).toEqual([]);
      // Nearly all were accepted; the others are free-mail providers and the like.
      expect(accounts).toBeGreaterThan(2 * refused.length);
      expect(compared).toBeGreaterThan(accounts);
    } finally {
      expect(await demo.end('SIGTERM')).toBe(0);
    }
  });
});

// `npm run proof -- mailboxes` compares all four mailboxes in three windows.
it.runIf(isReal)(
  "a mailbox on a mail server gives what it gives in Gmail's stand-in",
  { timeout: 240_000 },
  async () => {
    const boxes = realMailboxes.slice(-1);
    const own = boxes.flatMap(readMails);
    const found = await compareServices(boxes, own, daysFrom('2019-11-20'));
    for (const { service, differences, unlikeGmail, compared } of found) {
      expect({ service, differences, unlikeGmail }).toEqual({
        service,
        differences: [],
        unlikeGmail: [],
      });
      // Their number changes with the hour: emails move by whole days, and the window ends with New York's day.
      expect(compared).toBeGreaterThan(50);
    }
  },
);

it.runIf(isReal)(
  'emails that no list sent give the people, conversations and previews that the files have',
  { timeout: 480_000 },
  async () => {
    const boxes = writeDirectCopies(dataDir, realMailboxes);
    const found = await compareServices(boxes, boxes.flatMap(readMails), daysFrom('2021-11-30'));
    for (const { service, differences, unlikeGmail, people } of found) {
      expect({ service, differences, unlikeGmail }).toEqual({
        service,
        differences: [],
        unlikeGmail: [],
      });
      expect(people).toBeGreaterThan(20);
    }
  },
);
