import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ImapFlow } from 'imapflow';
import { append, openAsOwner, remove, writeMail } from '#test/mail-servers/mailbox-owner.ts';
import { mailPassword, type MailServer } from '#test/mail-servers/mail-server.ts';
import { mailServers } from '#test/mail-servers/mail-servers.ts';
import { startTlsFront, type TlsFront } from '#test/mail-servers/start-tls-front.ts';
import { describeProvider } from '#test/provider-contract.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { createImap } from './imap.ts';

describe.each(mailServers)('$name', ({ missing, start }) => {
  describe.skipIf(missing !== undefined)(`IMAP${missing ?? ''}`, () => {
    let server: MailServer;
    let front: TlsFront;
    beforeAll(async () => {
      server = await start();
    }, 30_000);
    afterAll(() => server.stop());

    const begin = async () => {
      front = await startTlsFront(server.port);
      const owner = await openAsOwner(server.port, 'alice');
      await empty(owner);
      onTestFinished(async () => {
        await owner.logout().catch(() => {});
        await front.close();
      });
      const provider = createImap({ privateNetworks: ['127.0.0.0/8'], ca: front.ca });
      return { owner, provider };
    };

    const signIn = (provider: ReturnType<typeof createImap>, password = mailPassword) => {
      if (provider.connect.kind !== 'server-login') throw new Error('not a server');
      return provider.connect.exchange(
        {
          address: 'alice@example.org',
          user: 'alice',
          password,
          server: { host: '127.0.0.1', port: front.port, security: 'tls' },
        },
        AbortSignal.timeout(20_000),
        'owner',
      );
    };

    describeProvider('imap without text', async () => {
      const under = await beginProvider();
      front.setMode('heads');
      onTestFinished(() => {
        if (front.textRequests() > 0) throw new Error('A text was requested.');
      });
      return {
        ...under,
        withoutText: true,
        repair: async () => front.setMode('heads'),
      };
    });
    describeProvider('imap', beginProvider);

    async function beginProvider() {
      const { owner, provider } = await begin();
      const locations = new Map<string, ItemLocation>();
      const uids = new Map<string, number>();
      const begun = Date.now() - 60 * 60_000;
      return {
        provider,
        connect: () => signIn(provider),
        locations,
        add: async (title: string) => {
          // A minute after the one before.
          const date = new Date(begun + uids.size * 60_000);
          const uid = await append(owner, writeMail({ subject: title, date }), { date });
          const { id, location } = await locate(provider, uid, front.mode() === 'heads');
          locations.set(id, location);
          uids.set(id, uid);
          return id;
        },
        remove: (id: string) => remove(owner, 'INBOX', [uids.get(id) ?? 0]),
        revokeGrant: async () => front.setMode('deny'),
        fail: async (status: 429 | 503) => front.setMode(status === 429 ? 'limit' : 'refuse'),
        repair: async () => front.setMode('pass'),
      };
    }

    it('reads the heads of emails that are together, or alone, more than is read at once', async () => {
      const { owner, provider } = await begin();
      const text = 'A line of a large email.\r\n';
      const uids: number[] = [];
      for (const lines of [200_000, 200_000, 1, 200_000, 450_000]) {
        uids.push(await append(owner, writeMail({ text: text.repeat(lines) })));
      }
      for (const uid of uids) expect(await locate(provider, uid)).toBeDefined();
    }, 60_000);

    async function locate(
      provider: ReturnType<typeof createImap>,
      uid: number,
      withoutText = false,
    ) {
      const source = provider.open({
        ...(await signIn(provider)),
        withoutText,
        saveCredentials: () => {},
        ownerId: 'owner',
        spendRequest: async () => {},
        signal: new AbortController().signal,
      });
      const { locations = [] } = await source.list(
        { since: new Date(0), domains: undefined },
        undefined,
      );
      source.close?.();
      const location = locations.find((one) => one.uid === uid);
      if (location === undefined) throw new Error(`UID ${uid} is not listed.`);
      return { id: location.id, location };
    }
  });
});

async function empty(owner: ImapFlow): Promise<void> {
  for (const { path, flags } of await owner.list()) {
    if (flags.has('\\Noselect')) continue;
    await owner.mailboxOpen(path);
    await owner.messageDelete('1:*').catch(() => false);
    await owner.mailboxClose();
  }
}
