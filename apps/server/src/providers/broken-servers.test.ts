import { expect, it } from 'vitest';
import { createBrokenServersLab, type Failure } from '#test/mail-servers/broken-servers.ts';
import { isLong } from '#test/long-tests.ts';

const reauthorize = /did not accept the address and password/;

/** The messages that users see of each failure: of the mailbox, then of the calendars. */
const failures: Record<Failure, { error: RegExp; needsReauth?: boolean }> = {
  'the password was changed': { error: reauthorize, needsReauth: true },
  'no answer at all': { error: /did not respond in time/ },
  'nothing at the port': { error: /Nothing responds at/ },
  'no TLS at the port': { error: /does not speak (TLS|HTTPS)/ },
  'another certificate': { error: /not from a known authority/ },
  'requests are refused': { error: /refused a request/ },
  'responses that never come': { error: /did not respond in time/ },
  'responses that drip': { error: /did not respond in time/ },
};
const names = Object.keys(failures) as Failure[];

// `npm run check:long` tries all of them.
it(
  'shows what fails at a server, loses nothing, and keeps no one waiting',
  { timeout: 240_000 },
  async () => {
    const lab = await createBrokenServersLab();
    for (const name of isLong ? names : names.slice(0, 2)) {
      const { error, needsReauth = false } = failures[name];
      const before = await lab.captured();
      await lab.arrive();
      await lab.breakServers(name);
      const failed = lab.syncFailing();
      // Meanwhile, a colleague's mail arrives as usual.
      await lab.expectColleagueSynced();
      for (const state of await failed) {
        expect(state, name).toEqual({ error: expect.stringMatching(error), needsReauth });
      }
      expect(await lab.captured(), name).toEqual(before);

      await lab.repair();
      const after = await lab.captured();
      expect(after, name).toEqual(before.map((count) => count + 1));
    }
  },
);
