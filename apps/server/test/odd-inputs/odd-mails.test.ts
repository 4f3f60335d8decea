import { readFile } from 'node:fs/promises';
import { activitySide } from '@repo/domain/activities/side';
import { describe, expect, it } from 'vitest';
import type { ActivityToCapture } from '#modules/activities/activity-to-capture.ts';
import { readMail } from '../../src/providers/mail/mime/read-mail.ts';
import { toFileItem } from '../../src/providers/mail-file/to-file-item.ts';
import { countConversations, mailDifferences, shownMail } from './mail-differences.ts';
import { hasOddInputs, type OddCase, readMailCases } from './read-cases.ts';

/** Reads an email as an uploaded file is read, without the server. */
async function readFileMail(file: string): Promise<ActivityToCapture> {
  const bytes = await readFile(file);
  const envelope = undefined;
  const mail = { name: file, bytes, size: bytes.length, envelope, isExcluded: false };
  const item = toFileItem(mail, readMail);
  if (item.kind === 'unreadable') throw new Error(item.reason);
  if (item.kind !== 'activity') throw new Error(`Left out: ${item.kind}.`);
  return item.read();
}

/** As seen from the company's domain, which is the name of the case. */
function withSide({ id }: OddCase, activity: ActivityToCapture) {
  const side = activitySide('email', activity.participants, [`${id}.example`]);
  return { ...shownMail(activity), side };
}

async function differences(one: OddCase): Promise<string[]> {
  const { expected = {}, mails } = one;
  const activities = new Map<string, ActivityToCapture>();
  for (const file of mails) {
    const activity = await readFileMail(file);
    activities.set(activity.key, activity);
  }
  const read = [...activities.values()];
  const [first] = read;
  return [
    ...(first === undefined ? [] : mailDifferences(withSide(one, first), expected)),
    ...(read.length === (expected.n ?? read.length) ? [] : [`${read.length} emails`]),
    ...(countConversations(read) === (expected.threads ?? countConversations(read))
      ? []
      : [`${countConversations(read)} conversations`]),
  ];
}

/** Not right yet. */
const WRONG = new Set('j04'.split(' '));
const cases = hasOddInputs ? readMailCases() : [];

describe.skipIf(!hasOddInputs)(
  'emails that people had problems with (skipped without ../shared)',
  () => {
    it('are at hand', () => {
      expect(cases.length).toBeGreaterThan(140);
    });

    it.each(cases.map((one) => [one.id, one.problem, one] as const))(
      '%s: %s',
      async (_, _problem, one) => {
        const found = await differences(one).catch((error: Error) => [error.message]);
        if (WRONG.has(one.id)) expect(found).not.toEqual([]);
        else expect(found).toEqual([]);
      },
    );
  },
);
