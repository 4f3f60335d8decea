import { expect, it } from 'vitest';
import { knownUids, openScripted } from '#test/mail-servers/open-scripted.ts';

it.each([
  ['a NUL', '&AAA-'],
  ['half a character', '&2AA-'],
  ['thousands of letters', 'a'.repeat(3_000)],
])('reads the other folders beside one with %s in its name', async (_, name) => {
  const { source } = await openScripted((command) => {
    if (!command.startsWith('LIST')) return undefined;
    return ['* LIST () "/" INBOX', `* LIST () "/" "${name}"`, 'TAG OK done'];
  });
  expect(await source.position()).toMatchObject({ folders: [{ path: 'INBOX' }] });
  const { contents, isLast } = await source.changes(knownUids(''));
  expect([isLast, contents?.changed.map(({ folder }) => folder)]).toEqual([true, ['INBOX']]);
});

it.each([
  ['none', []],
  ['one that is no number', ['* OK [UIDVALIDITY x] v']],
  ['one that is too large', ['* OK [UIDVALIDITY 18446744073709551615] v']],
])('says that a server has no UIDVALIDITY, or %s', async (_, lines) => {
  const { source } = await openScripted((command) =>
    command.startsWith('EXAMINE')
      ? ['* 2 EXISTS', ...lines, '* OK [UIDNEXT 3] n', 'TAG OK [READ-ONLY] done']
      : undefined,
  );
  const failure = { kind: 'temporary', message: expect.stringContaining('UIDVALIDITY') };
  await expect(source.position()).rejects.toMatchObject(failure);
  await expect(source.changes(knownUids(''))).rejects.toMatchObject(failure);
});
