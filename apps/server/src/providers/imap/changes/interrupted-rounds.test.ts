import { describe, expect, it } from 'vitest';
import { writeMail } from '#test/mail-servers/mailbox-owner.ts';
import { openScripted } from '#test/mail-servers/open-scripted.ts';
import { createRandom } from '#test/mail-servers/random-operations.ts';
import { scriptedImapLab } from '#test/mail-servers/scripted-imap-lab.ts';
import {
  createInbox,
  inboxScript,
  type ScriptedInbox,
} from '#test/mail-servers/scripted-mailbox.ts';
import type { Script } from '#test/mail-servers/start-scripted-server.ts';
import type { ChangePage } from '#modules/integrations/provider/activity-source.ts';
import {
  type ChangePosition,
  positionAfter,
} from '#modules/integrations/provider/change-position.ts';
import { readRanges, toRanges, uidsInside, writeRanges } from '../uid-ranges.ts';

const deliver = (inbox: ScriptedInbox, uid: number) => {
  inbox.mails.set(uid, writeMail({ subject: `mail ${uid}`, messageId: `<${uid}@acme.com>` }));
  inbox.uidNext = uid + 1;
};

/** Every third UID, so that each is a range of its own. */
const scattered = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => (first + index) * 3);

/** An inbox of scattered UIDs, and the position at which the first ones are known. */
function createScattered(known: number, unknown: number) {
  const inbox = createInbox(0);
  for (const uid of scattered(known + unknown)) deliver(inbox, uid);
  const folder = {
    path: 'INBOX',
    validity: 7,
    uidNext: known * 3 + 1,
    known: scattered(known).join(','),
  };
  const begin: ChangePosition = { cursor: { folders: [folder] } };
  return { inbox, begin };
}

/** Reads pages with a reader of its own, as after a kill, and returns what was read of the inbox. */
async function readPages(
  inbox: ScriptedInbox,
  begin: ChangePosition,
  pages = 1_000,
  before?: Script,
) {
  const behave = inboxScript(inbox);
  const { source } = await openScripted((...given) => before?.(...given) ?? behave(...given));
  let position = begin;
  const read: number[] = [];
  const unreadable: number[] = [];
  let page: ChangePage | undefined;
  while (page?.isLast !== true && pages > 0) {
    page = await source.changes(position.cursor, position.progress);
    position = positionAfter(position, page);
    pages -= 1;
    const isUnreadable = new Set(page.unreadable?.map(({ id }) => id));
    for (const { id, uid } of page.locations ?? []) {
      (isUnreadable.has(id) ? unreadable : read).push(uid);
    }
  }
  source.close?.();
  const contents = page?.contents?.changed[0]?.uids;
  return {
    read,
    unreadable,
    /** As it is read from the database. */
    position: JSON.parse(JSON.stringify(position)) as ChangePosition,
    isLast: page?.isLast,
    contents: contents && writeRanges(contents),
  };
}

const inboxOf = ({ cursor }: ChangePosition) =>
  (cursor['folders'] as { known: string; unreadable?: string; validity: number }[])[0];
const numbers = (uids: Iterable<number>) => [...uids].sort((a, b) => a - b);
const textOf = (inbox: ScriptedInbox) => writeRanges(toRanges([...inbox.mails.keys()]));

it('returns pages whose size does not depend on how many emails are known', async () => {
  const sizeOf = async (known: number) => {
    const { inbox, begin } = createScattered(known, 250);
    const { position } = await readPages(inbox, begin, 2);
    expect(position.cursor).toEqual(begin.cursor);
    return JSON.stringify(position.progress).length;
  };
  expect(await sizeOf(20)).toBeLessThan(250);
  expect(await sizeOf(20_000)).toBeLessThan(250);
});

describe('a round that was interrupted after a page', () => {
  it.each([1, 2])('continues after page %i, and reads nothing twice', async (pages) => {
    const { inbox, begin } = createScattered(1_000, 250);
    const whole = await readPages(inbox, begin);
    const first = await readPages(inbox, begin, pages);
    const second = await readPages(inbox, first.position);
    expect(first.read).toHaveLength(pages * 100);
    expect([...first.read, ...second.read]).toEqual(whole.read);
    expect(second.position).toEqual(whole.position);
    expect(second.contents).toBe(textOf(inbox));
    expect(inboxOf(second.position)?.known).toBe(textOf(inbox));
  });

  it('reads what arrived meanwhile, and continues below what was read, also when it is interrupted again', async () => {
    const { inbox, begin } = createScattered(100, 250);
    const first = await readPages(inbox, begin, 1);
    for (const uid of scattered(150, 351)) deliver(inbox, uid);
    const second = await readPages(inbox, first.position, 1);
    expect(second.read).toEqual(scattered(100, 401).toReversed());
    const third = await readPages(inbox, second.position);
    expect(numbers([...first.read, ...second.read, ...third.read])).toEqual(scattered(400, 101));
    expect(inboxOf(third.position)?.known).toBe(textOf(inbox));
  });

  it('leaves out what was deleted meanwhile', async () => {
    const { inbox, begin } = createScattered(100, 250);
    const first = await readPages(inbox, begin, 1);
    // One that was known, one that was read in the round, and one that was not.
    const unread = 303;
    for (const uid of [3, first.read[5] ?? 0, unread]) inbox.mails.delete(uid);
    const second = await readPages(inbox, first.position);
    expect(second.read).toHaveLength(149);
    expect(second.read).not.toContain(unread);
    expect(second.contents).toBe(textOf(inbox));
    expect(inboxOf(second.position)?.known).toBe(textOf(inbox));
  });

  it('reads a folder in full that was created again meanwhile', async () => {
    const { inbox, begin } = createScattered(100, 250);
    const first = await readPages(inbox, begin, 1);
    inbox.validity = 8;
    inbox.mails.clear();
    for (const uid of scattered(180, 300)) deliver(inbox, uid);
    const second = await readPages(inbox, first.position, 1);
    const third = await readPages(inbox, second.position);
    expect([...second.read, ...third.read]).toEqual(scattered(180, 300).toReversed());
    expect(inboxOf(third.position)).toMatchObject({ validity: 8, known: textOf(inbox) });
  });

  it('does not count a folder that was created again twice', async () => {
    const { inbox, begin } = createScattered(4_000, 0);
    inbox.validity = 8;
    const renewed = async (position: ChangePosition) => {
      const { position: next } = await readPages(inbox, position, 1);
      const { renewed } = next.progress as { renewed: { mails: number } };
      return [next, renewed.mails] as const;
    };
    const [first, mails] = await renewed(begin);
    expect(mails).toBe(4_000);
    expect((await renewed(first))[1]).toBe(4_000);
  });

  it('keeps what could not be read for the next round, and tries it once', async () => {
    const { inbox, begin } = createScattered(100, 250);
    const withheld = [350 * 3, 340 * 3, 120 * 3];
    inbox.withheld = new Set(withheld);
    const first = await readPages(inbox, begin, 1);
    expect(numbers(first.unreadable)).toEqual([340 * 3, 350 * 3]);
    inbox.mails.delete(350 * 3);
    const second = await readPages(inbox, first.position);
    expect(second.unreadable).toEqual([120 * 3]);
    expect(numbers([...first.read, ...second.read])).toHaveLength(247);
    expect(inboxOf(second.position)?.unreadable).toBe(`${120 * 3},${340 * 3}`);
    inbox.withheld.clear();
    expect((await readPages(inbox, second.position)).read).toEqual([340 * 3, 120 * 3]);
  });

  it('reads again what an earlier search had left out', async () => {
    const { inbox, begin } = createScattered(100, 250);
    const omitted = 345 * 3;
    const mail = inbox.mails.get(omitted) ?? '';
    inbox.mails.delete(omitted);
    const first = await readPages(inbox, begin, 1);
    inbox.mails.set(omitted, mail);
    const second = await readPages(inbox, first.position);
    expect(first.read).not.toContain(omitted);
    expect(second.read).toContain(omitted);
    expect(new Set([...first.read, ...second.read]).size).toBe(250);
  });

  it('takes nothing it has read for deleted that a later search leaves out', async () => {
    const { inbox, begin } = createScattered(100, 250);
    const first = await readPages(inbox, begin, 1);
    const listed = [...inbox.mails.keys()].filter((uid) => !first.read.slice(0, 7).includes(uid));
    const second = await readPages(inbox, first.position, 1_000, (command) =>
      command === 'UID SEARCH ALL' ? [`* SEARCH ${listed.join(' ')}`, 'TAG OK done'] : undefined,
    );
    expect(second.read).toHaveLength(150);
    expect(second.contents).toBe(textOf(inbox));
  });

  it('begins again when its progress is of another cursor', async () => {
    const { inbox, begin } = createScattered(100, 250);
    const { position: first } = await readPages(inbox, begin, 1);
    // A process of the version before has finished the round, except that these two came after it.
    const [unread, deleted] = [349 * 3, 200 * 3];
    const known = [...inbox.mails.keys()].filter((uid) => uid !== unread).join(',');
    inbox.mails.delete(deleted);
    const cursor = { folders: [{ path: 'INBOX', validity: 7, known }] };
    const second = await readPages(inbox, { ...first, cursor });
    expect(second.read).toEqual([unread]);
    expect(inboxOf(second.position)?.known).toBe(textOf(inbox));
  });

  it('reads each email once, whatever happens between its pages', async () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = createRandom(seed);
      const { inbox, begin } = createScattered(50, 200 + random(100));
      const known = new Set(scattered(50));
      const read: number[] = [];
      const unreadable: number[] = [];
      let at = await readPages(inbox, begin, 0);
      while (at.isLast !== true) {
        const all = [...inbox.mails.keys()];
        const pick = () => all[random(all.length)] ?? 0;
        for (let some = random(4); some > 0; some -= 1) inbox.mails.delete(pick());
        for (let some = random(40); some > 0; some -= 1) {
          deliver(inbox, inbox.uidNext + random(5));
        }
        if (random(2) === 0) inbox.withheld.add(pick());
        at = await readPages(inbox, at.position, 1 + random(2));
        read.push(...at.read);
        unreadable.push(...at.unreadable);
      }
      const there = readRanges(at.contents ?? '');
      const isRead = new Set([...known, ...read, ...unreadable]);
      expect([...inbox.mails.keys()].filter((uid) => !isRead.has(uid))).toEqual([]);
      expect(new Set(read).size).toBe(read.length);
      expect(new Set(unreadable).size).toBe(unreadable.length);
      const failed = uidsInside(numbers(unreadable), there);
      expect(inboxOf(at.position)).toMatchObject({
        known: writeRanges(
          toRanges([...inbox.mails.keys()].filter((uid) => !failed.includes(uid))),
        ),
      });
    }
  });
});

it('stores little with each page, and continues in the next sync', async () => {
  const { inbox, begin } = createScattered(2_000, 250);
  const all = new Map(inbox.mails);
  const behave = inboxScript(inbox);
  let heads = 0;
  let isFailing = false;
  const { lab, ann, connect } = await scriptedImapLab((...given) => {
    if (/^UID FETCH .*HEADER/i.test(given[0])) {
      heads += 1;
      if (isFailing && heads >= 2) return ['TAG NO later'];
    }
    return behave(...given);
  });
  inbox.mails.clear();
  await connect();
  for (const [uid, mail] of all) inbox.mails.set(uid, mail);
  await lab.db
    .updateTable('integrations')
    .set({ cursor: JSON.stringify(begin.cursor) })
    .execute();
  [heads, isFailing] = [0, true];
  expect((await lab.sync(ann)).lastSync?.outcome).toBe('failed');
  const stored = await lab.db
    .selectFrom('integrations')
    .select(['cursor', 'change_progress as progress'])
    .executeTakeFirstOrThrow();
  expect(stored.cursor).toEqual(begin.cursor);
  expect(stored.progress).toMatchObject({ page: 1, folders: [{ count: 100 }] });
  expect(JSON.stringify(stored.progress).length).toBeLessThan(250);

  [heads, isFailing] = [0, false];
  expect((await lab.sync(ann)).lastSync?.outcome).toBe('done');
  // One of three pages had been stored.
  expect(heads).toBe(2);
  expect(await lab.captured(ann)).toHaveLength(250);
});
