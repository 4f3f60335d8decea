import { expect, it } from 'vitest';
import { knownUids, openScripted } from '#test/mail-servers/open-scripted.ts';
import type { Script } from '#test/mail-servers/start-scripted-server.ts';

const isSearch = (command: string) => /^UID SEARCH/i.test(command);

/**
 * A server that claims something impossible in a few bytes: as many emails as a UID range contains.
 */
const claiming =
  (folders: readonly string[], range: string): Script =>
  (command) => {
    const name = command.split(' ')[0]?.toUpperCase();
    if (name === 'LIST') return [...folders.map((one) => `* LIST () "/" ${one}`), 'TAG OK done'];
    if (name === 'STATUS') {
      return ['* STATUS INBOX (MESSAGES 2 UIDNEXT 3 UIDVALIDITY 8)', 'TAG OK done'];
    }
    if (isSearch(command)) {
      const count = range.split(':')[1] ?? '';
      return [`* ${count} EXISTS`, `* ESEARCH (TAG "A") UID ALL ${range}`, 'TAG OK done'];
    }
    return undefined;
  };

it('refuses more emails than fit into the memory, in one folder', async () => {
  const { source } = await openScripted(claiming(['INBOX'], '1:4294967295'));
  const message = expect.stringContaining('more than 2,000,000 emails');
  await expect(source.position()).rejects.toMatchObject({ message });
  await expect(source.changes(knownUids(''))).rejects.toMatchObject({ message });
});

it('refuses more emails than fit into the memory, in several folders', async () => {
  const { source } = await openScripted(claiming(['INBOX', 'Sent', 'Archive'], '1:700000'));
  const message = expect.stringContaining('more than 2,000,000 emails');
  await expect(source.position()).rejects.toMatchObject({ message });
});

it('counts a folder once that is read again because it changed meanwhile', async () => {
  let first = 1;
  const { source } = await openScripted((command) => {
    const status = `MESSAGES ${1_100_001 - first} UIDNEXT 1100001 UIDVALIDITY 7`;
    if (command.startsWith('STATUS')) return [`* STATUS INBOX (${status})`, 'TAG OK done'];
    if (/^UID FETCH/i.test(command)) return ['TAG OK done'];
    if (!isSearch(command)) return undefined;
    // Another one is deleted each time.
    first += 1;
    const exists = `* ${1_100_001 - first} EXISTS`;
    return [exists, `* ESEARCH (TAG "A") UID ALL ${first}:1100000`, 'TAG OK done'];
  });
  const known = knownUids('1:1100000');
  let page = await source.changes(known);
  while (!page.isLast) page = await source.changes(known, page.next);
  expect(first).toBeGreaterThan(2);
  expect(page.contents?.changed.at(-1)?.uids).toEqual([[first, 1_100_000]]);
}, 60_000);
