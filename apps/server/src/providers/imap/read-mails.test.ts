import { expect, it } from 'vitest';
import { openScripted } from '#test/mail-servers/open-scripted.ts';
import { createInbox, inboxScript } from '#test/mail-servers/scripted-mailbox.ts';
import { openedWith, row, type Script } from '#test/mail-servers/start-scripted-server.ts';
import { readRanges, uidsInside } from './uid-ranges.ts';

const MIB = 1024 * 1024;

/** The UIDs that a command names. */
const namedIn = (command: string, all: readonly number[]): number[] =>
  uidsInside(all, readRanges(/^UID FETCH (\S+)/i.exec(command)?.[1] ?? ''));

/** Opens a mailbox with so many emails of one size. */
async function openWith(count: number, size: number) {
  const uids = Array.from({ length: count }, (_, at) => at + 1);
  const text = 'a'.repeat(size);
  return openAt((command) => {
    if (command.startsWith('EXAMINE')) return openedWith(count);
    if (/^UID SEARCH/i.test(command)) return [`* SEARCH ${uids.join(' ')}`, 'TAG OK done'];
    if (!/^UID FETCH/i.test(command)) return undefined;
    const named = namedIn(command, uids);
    if (!command.includes('BODY.PEEK[])')) {
      const rows = named.map((uid) => row(uid).replace('SIZE 500', `SIZE ${size}`));
      return [...rows, 'TAG OK done'];
    }
    return [
      ...named.map((uid) => `* ${uid} FETCH (UID ${uid} BODY[] {${size}}\r\n${text})`),
      'TAG OK done',
    ];
  });
}

async function openAt(script: Script) {
  const { source, server } = await openScripted(script);
  const list = async () =>
    (await source.list({ since: new Date('2026-01-01'), domains: undefined }, undefined)).ids;
  const fetched = () => server.heard.filter((command) => command.includes('BODY.PEEK[])'));
  return { source, list, fetched };
}

it('fetches emails that are requested together with one command for fifty', async () => {
  const { source, list, fetched } = await openWith(100, 100);
  const ids = await list();
  const mails = await Promise.all(ids.map((id) => source.read(id)));
  expect(mails.map((mail) => mail?.id)).toEqual(ids);
  expect(fetched()).toHaveLength(2);
});

it('reads on when emails that were read are released, so that few are in memory', async () => {
  const { source, list, fetched } = await openWith(4, 9 * MIB);
  const ids = await list();
  const read: string[] = [];
  const all = ids.map((id) => source.read(id).then((mail) => read.push(mail?.id ?? '')));
  // The second one exceeds what may be read ahead.
  await expect.poll(() => read.length).toBe(2);
  source.release(MIB);
  await source.position();
  expect(fetched()).toHaveLength(2);
  source.release(8 * MIB);
  await expect.poll(() => read.length).toBe(3);
  expect(fetched()).toHaveLength(3);
  source.release(18 * MIB);
  await Promise.all(all);
  expect(fetched()).toHaveLength(4);
});

it('takes no email of a folder for one of the folder that it replaced', async () => {
  const inbox = createInbox(1);
  const { source, list } = await openAt(inboxScript(inbox));
  const [before = ''] = await list();
  Object.assign(inbox, { validity: 8, mails: new Map([[1, createInbox(2).mails.get(2)]]) });
  const [after = ''] = await list();
  const [ofNow, ofBefore] = await Promise.allSettled([after, before].map((id) => source.read(id)));
  expect(ofNow).toMatchObject({ status: 'fulfilled' });
  expect(String(ofNow?.status === 'fulfilled' && ofNow.value?.source)).toContain('Subject: mail 2');
  // It may be there under another number, so it does not count as deleted.
  expect(ofBefore).toMatchObject({
    status: 'rejected',
    reason: { kind: 'temporary', message: expect.stringContaining('renumbered') },
  });
});
