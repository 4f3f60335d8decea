import { existsSync } from 'node:fs';
import path from 'node:path';
import { readMbox } from '@repo/sandbox/mail/read-mbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { readMail } from '../../src/providers/mail/mime/read-mail.ts';
import { toFileItem } from '../../src/providers/mail-file/to-file-item.ts';
import type { ActivityToCapture } from '#modules/activities/activity-to-capture.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { countWaiting, type ReadHeaders, readHeaders } from './count-waiting.ts';
import { openPage } from '#modules/today/page.ts';
import { readOpenConversations } from '#modules/today/read-open-conversations.ts';

/*
 * Compares "Waiting for your answer" with a count over the mailbox files that uses nothing of the product: it reads the
 * headers by itself and joins the conversations by itself. The mailboxes are those of a mailing list, so the headers of
 * the list are removed first: as such every email would be automatic.
 */

const folder = path.resolve(import.meta.dirname, '../../../../../shared/data/mailboxes');
/** Every address of the list is there, so that all emails are stored. */
const LIST_DOMAIN = 'lists.ozlabs.org';
/** All four with `REAL_MAILBOXES=all`, which takes minutes. */
const all = { mspinler: 227, anoo: 309, jrey: 763, eajames: 1_550 };
const isLong = process.env['REAL_MAILBOXES'] === 'all';
const chosen = isLong ? all : { mspinler: all.mspinler };
const MAX_MOMENTS = isLong ? 100 : 10;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface RealMail extends ReadHeaders {
  activity: ActivityToCapture;
}

async function readMailbox(name: string): Promise<RealMail[]> {
  const mails: RealMail[] = [];
  for await (const bytes of readMbox(path.join(folder, `${name}.mbox.gz`))) {
    const text = bytes
      .toString('latin1')
      .replaceAll(/^(list-[a-z]+|precedence|sender|errors-to):.*\r?\n([ \t].*\r?\n)*/gim, '');
    const personal = Buffer.from(text, 'latin1');
    const item = toFileItem(
      { name: '', bytes: personal, size: personal.length, envelope: undefined, isExcluded: false },
      readMail,
    );
    if (item.kind === 'activity') {
      mails.push({ activity: await item.read(), ...readHeaders(text) });
    }
  }
  return mails.sort((one, other) => one.date.getTime() - other.date.getTime());
}

/** Wednesdays at noon in New York, from the first email to the last, this many of them at most. */
function moments(mails: readonly RealMail[], count: number): Date[] {
  const busy = mails.map(({ date }) => {
    const next = new Date(date.getTime() + 4 * 86_400_000);
    const days = (3 - next.getUTCDay() + 7) % 7;
    return `${new Date(next.getTime() + days * 86_400_000).toISOString().slice(0, 10)}T17:00:00Z`;
  });
  const distinct = [...new Set(busy)];
  const step = Math.max(1, Math.ceil(distinct.length / count));
  return distinct.filter((_, index) => index % step === 0).map((text) => new Date(text));
}

describe.runIf(existsSync(folder))('Waiting is right in a real mailbox', () => {
  test.each(Object.entries(chosen))('of %s, with %i emails', { timeout: 900_000 }, async (name) => {
    const address = `${name}@linux.ibm.com`;
    const workspace = await app.make.workspace();
    const person = await app.make.member(workspace.id, { email: address });
    await tracking(app).importOne(person.token, LIST_DOMAIN, workspace.id);
    const mails = await readMailbox(name);
    expect(mails.length).toBeGreaterThan(200);
    const differences: string[] = [];
    let [captured, waiting] = [0, 0];
    for (const now of moments(mails, MAX_MOMENTS)) {
      const until = mails.filter(({ date }) => date <= now);
      await tracking(app).capture(
        person,
        until.slice(captured).map(({ activity }) => activity),
      );
      captured = until.length;
      const page = await openPage(app.db, { workspaceId: workspace.id, userId: person.id, now });
      const found = (await readOpenConversations(app.db, page)).waiting.map(
        ({ occurredAt, person: from }) => `${occurredAt} ${from.email}`,
      );
      const expected = countWaiting(until, { own: address, domain: 'linux.ibm.com', now }).map(
        ({ date, from }) => `${date.toISOString()} ${from[0] ?? ''}`,
      );
      waiting += expected.length;
      differences.push(
        ...found.filter((one) => !expected.includes(one)).map((one) => `${now.toJSON()} + ${one}`),
        ...expected.filter((one) => !found.includes(one)).map((one) => `${now.toJSON()} - ${one}`),
      );
    }
    expect(differences).toEqual([]);
    expect(waiting).toBeGreaterThan(0);
  });
});
