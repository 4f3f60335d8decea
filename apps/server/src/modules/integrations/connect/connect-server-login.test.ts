import type { ServerLogin } from '@repo/contract/server-login';
import { limits } from '@repo/contract/limits';
import { expect, it } from 'vitest';
import { createSyncLab } from '#test/create-sync-lab.ts';
import { BusyError, ProviderError } from '../provider-error.ts';

/** A mailbox provider whose server refuses every sign-in, and counts them. */
async function createRefusingLab() {
  const lab = await createSyncLab();
  const asked = {
    signIns: 0,
    searches: 0,
    error: new ProviderError('reauthorize', 'Wrong password.') as Error,
  };
  const at = lab.providers.findIndex(({ id }) => id === 'imap');
  const imap = lab.providers[at];
  if (imap === undefined || !('open' in imap)) throw new Error('There is no IMAP.');
  lab.providers[at] = {
    ...imap,
    connect: {
      kind: 'server-login',
      findServer: async () => {
        asked.searches += 1;
        return undefined;
      },
      exchange: async () => {
        asked.signIns += 1;
        throw asked.error;
      },
    },
  };
  const refuse = (error: Error) => (asked.error = error);
  const signIn = async (login: Partial<ServerLogin>) => {
    const person = await lab.make.person();
    return lab.call('POST /api/integrations/{provider}/sign-in', {
      token: person.token,
      params: { provider: 'imap' },
      body: {
        address: `${crypto.randomUUID()}@example.org`,
        password: 'guess',
        server: { host: 'imap.acme.com', port: 993, security: 'tls' },
        ...login,
      },
    });
  };
  return { lab, asked, refuse, signIn };
}

it('lets no one guess the password of a mailbox by naming another address each time', async () => {
  const { asked, signIn } = await createRefusingLab();
  let last = 0;
  for (let tries = 0; tries <= limits.serverSignInsPerHour; tries += 1) {
    const host = ['imap.acme.com', 'IMAP.acme.com.', 'ｉmap.acme.com'][tries % 3] ?? '';
    const server = { host, port: 993, security: 'tls' as const };
    last = (await signIn({ user: tries % 2 === 0 ? 'boss' : 'BOSS', server })).status;
  }
  expect([last, asked.signIns]).toEqual([429, limits.serverSignInsPerHour]);
  // Other mailboxes on the same server are not affected.
  expect((await signIn({ user: 'ann' })).status).toBe(400);
});

it('does not count a sign-in for which there was no place', async () => {
  const { asked, refuse, signIn } = await createRefusingLab();
  refuse(new BusyError('Many mailboxes are being connected.'));
  for (let tries = 0; tries <= limits.serverSignInsPerHour; tries += 1) {
    const { status, error } = await signIn({ user: 'boss' });
    expect([status, error?.message]).toEqual([429, 'Many mailboxes are being connected.']);
  }
  expect(asked.signIns).toBe(limits.serverSignInsPerHour + 1);
});
