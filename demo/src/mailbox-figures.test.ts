import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../../apps/server/test/long-tests.ts';
import { compareFigures } from '../test/compare-figures.ts';
import { compareServices } from '../test/compare-services.ts';
import { readMails } from '../test/count-mbox.ts';
import { realFolder, realMailboxes } from '../test/real-mailboxes.ts';
import { makeDataDir, removeDataDir, startDemo } from '../test/start-demo.ts';
import { makeSampleMails } from './sample/make-sample-mails.ts';
import { samplePeople } from './sample/people.ts';
import { formatSampleMail } from './sample/sample-mail.ts';

const day = 86_400_000;
// The real ones take their time.
const isReal = isLong && existsSync(realFolder);

const dataDir = makeDataDir();
const mailboxes = isReal ? realMailboxes : madeMailboxes();
const mails = mailboxes.flatMap(({ file }) => readMails(file));

beforeAll(() => {
  if (isLong && !isReal) {
    process.stderr.write(
      `Skipped: no mailboxes in ${realFolder}; a small one made here is used.\n`,
    );
  }
});
afterAll(() => removeDataDir(dataDir));

function madeMailboxes() {
  mkdirSync(dataDir, { recursive: true });
  return samplePeople.slice(0, 2).map(({ email }, index) => {
    const own = makeSampleMails(new Date('2024-03-20T12:00:00Z')).filter(({ from, to, cc }) =>
      [from, ...to, ...cc].some((one) => one.email === email),
    );
    const file = path.join(dataDir, `${index}.mbox`);
    const text = own.map(
      (mail) => `From made@mail.example Thu Jan  1 00:00:00 1970\n${formatSampleMail(mail)}\n`,
    );
    writeFileSync(file, text.join('').replaceAll('\r\n', '\n'));
    return { address: email.replace('@', '@own.'), file };
  });
}

const newest = Math.max(...mails.map(({ date }) => date.getTime()));
const daysFrom = (text: string) => Math.floor((Date.now() - Date.parse(text)) / day);
// As it comes; then the busiest quarters of the years, with what came later still in the future.
// All the others are walked by `npm run proof:mailboxes`.
const shifts = isReal ? [undefined, daysFrom('2019-11-20'), daysFrom('2021-11-30')] : [undefined];

describe.each(shifts)('mailboxes moved by %s days', (shiftDays) => {
  it('give the figures that their files have', { timeout: 240_000 }, async () => {
    const folder = path.join(dataDir, `shift-${shiftDays}`);
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

// `npm run proof:mailboxes` compares all four mailboxes in three windows.
it.runIf(isReal)(
  "a mailbox on a mail server gives what it gives in Gmail's stand-in",
  { timeout: 240_000 },
  async () => {
    const boxes = realMailboxes.slice(-1);
    const own = boxes.flatMap(({ file }) => readMails(file));
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
