import { mailPassword } from './mail-server.ts';
import type { MailServerKind } from './mail-servers.ts';
import { startTlsFront } from './start-tls-front.ts';
import { createWorkerLab } from './worker-lab.ts';

/** A mailbox on a mail server, its owner who tracks acme.com, and a worker process that syncs it. */
export type MailboxLab = Awaited<ReturnType<typeof createMailboxLab>>;

/** @param databaseUrl a migrated database that no one else uses. */
export async function createMailboxLab(databaseUrl: string, { start }: MailServerKind) {
  const server = await start();
  const front = await startTlsFront(server.port);
  const lab = await createWorkerLab({
    databaseUrl,
    provider: 'imap',
    credentials: {
      user: 'alice',
      password: mailPassword,
      server: { host: '127.0.0.1', port: front.port, security: 'tls' },
    },
    ca: front.ca,
  });
  return {
    ...lab,
    server,
    front,
    stop: async () => {
      await lab.stop();
      await front.close();
      await server.stop();
    },
  };
}
