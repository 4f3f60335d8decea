import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallAnswer } from '@repo/contract/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  countFigures,
  type CountedMail,
  daysBefore,
  newYorkDay,
  readMails,
} from '../test/count-mbox.ts';
import { makeDataDir, removeDataDir, startDemo } from '../test/start-demo.ts';
import { trackEverything } from '../test/track-everything.ts';
import { makeSampleMails } from './sample/make-sample-mails.ts';
import { samplePeople } from './sample/people.ts';
import { formatSampleMail } from './sample/sample-mail.ts';

const [day, windowDays, summaryDays] = [86_400_000, 84, 21];
const real = fileURLToPath(new URL('../../../shared/data/mailboxes/', import.meta.url));

const dataDir = makeDataDir();
const mailboxes = existsSync(real) ? realMailboxes() : madeMailboxes();
const mails = mailboxes.flatMap(({ file }) => readMails(file));

beforeAll(() => {
  if (!existsSync(real)) {
    process.stderr.write(`Skipped: no mailboxes in ${real}; a small one made here is used.\n`);
  }
});
afterAll(() => removeDataDir(dataDir));

function realMailboxes() {
  return ['eajames', 'jrey', 'anoo', 'mspinler'].map((name) => ({
    address: `${name}@linux.ibm.com`,
    file: path.join(real, `${name}.mbox.gz`),
  }));
}

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

/** Every domain that a mail of the window names, and one above many of them. */
function domainsOf(window: CountedMail[]): string[] {
  const named = window.flatMap(({ everybody }) =>
    everybody.map((address) => address.slice(address.lastIndexOf('@') + 1)),
  );
  const above = named.flatMap((domain) => (domain.endsWith('.ibm.com') ? ['ibm.com'] : []));
  return [...new Set([...named, ...above])].filter((domain) =>
    /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(domain),
  );
}

type Timeline = CallAnswer<'GET /api/accounts/{accountId}/timeline'>['activities'];

function timelineFigures(activities: Timeline) {
  const figures: Record<string, number> = {};
  for (const item of activities) {
    for (const { occurredAt, side } of item.type === 'conversation' ? item.activities : [item]) {
      const key = `${newYorkDay(new Date(occurredAt))} ${side}`;
      figures[key] = (figures[key] ?? 0) + 1;
    }
  }
  return figures;
}

const newest = Math.max(...mails.map(({ date }) => date.getTime()));
const daysFrom = (text: string) => Math.floor((Date.now() - Date.parse(text)) / day);
// As it comes; then the busiest quarters of the years, with what came later still in the future.
const shifts = existsSync(real)
  ? [undefined, daysFrom('2019-11-20'), daysFrom('2021-11-30')]
  : [undefined];

describe.each(shifts)('mailboxes moved by %s days', (shiftDays) => {
  it('give the figures that their files have', { timeout: 240_000 }, async () => {
    const folder = path.join(dataDir, `shift-${shiftDays}`);
    const options = mailboxes.flatMap(({ address, file }) => ['--mailbox', `${address}=${file}`]);
    if (shiftDays !== undefined) options.push(`--shift-days=${shiftDays}`);
    const demo = await startDemo(folder, options);
    try {
      const { ready } = demo;
      expect(ready.shiftDays).toBe(shiftDays ?? Math.floor((Date.now() - newest) / day));
      const now = new Date();
      const since = daysBefore(newYorkDay(now), windowDays - 1);
      const inWindow = mails.filter(({ date }) => {
        const moved = new Date(date.getTime() + ready.shiftDays * day);
        return moved <= now && newYorkDay(moved) >= since;
      });
      const domains = domainsOf(inWindow);
      const { client, workspaceId, accountIds } = await trackEverything(
        ready,
        mailboxes.map(({ address }) => address),
        domains,
      );
      const { accounts } = await client.call('GET /api/workspaces/{workspaceId}/accounts', {
        params: { workspaceId },
        query: { includeTimeline: 'true' },
      });
      const window = { shiftDays: ready.shiftDays, since, now };
      let compared = 0;
      for (const [domain, accountId] of accountIds) {
        const expected = countFigures(mails, domain, window);
        const { activities } = await client.call('GET /api/accounts/{accountId}/timeline', {
          params: { accountId },
          query: { range: '12W' },
        });
        expect(timelineFigures(activities), domain).toEqual(expected);
        const row = accounts.find(({ id }) => id === accountId);
        expect(row?.activityCount, domain).toBe(
          Object.values(expected).reduce((sum, count) => sum + count, 0),
        );
        for (let back = 0; back < summaryDays; back++) {
          const on = daysBefore(newYorkDay(now), back);
          const at = summaryDays - 1 - back;
          expect(row?.timelineSummary?.externalCounts[at], `${domain} ${on}`).toBe(
            expected[`${on} external`] ?? 0,
          );
          expect(row?.timelineSummary?.internalCounts[at], `${domain} ${on}`).toBe(
            expected[`${on} internal`] ?? 0,
          );
        }
        compared += Object.keys(expected).length;
      }
      // Nearly all were let in: what is left out are free-mail providers.
      expect(accountIds.size).toBeGreaterThan(domains.length * 0.7);
      expect(compared).toBeGreaterThan(accountIds.size);
    } finally {
      expect(await demo.end('SIGTERM')).toBe(0);
    }
  });
});
