import { dovecotPassword, startDovecot } from './start-dovecot.ts';
import { startTlsFront } from './start-tls-front.ts';
import { createWorkerLab } from './worker-lab.ts';

/** A mailbox on Dovecot, its owner who tracks acme.com, and a worker process that syncs it. */
export type MailboxLab = Awaited<ReturnType<typeof createMailboxLab>>;

/** @param databaseUrl a migrated database that no one else uses. */
export async function createMailboxLab(databaseUrl: string) {
  // Folders can only be deleted while another client has them open if each is a directory on disk.
  const dovecot = await startDovecot('mail_location = maildir:~/Maildir');
  const front = await startTlsFront(dovecot.port);
  const lab = await createWorkerLab({
    databaseUrl,
    provider: 'imap',
    credentials: {
      user: 'alice',
      password: dovecotPassword,
      server: { host: '127.0.0.1', port: front.port, security: 'tls' },
    },
    ca: front.ca,
  });
  return {
    ...lab,
    dovecot,
    front,
    stop: async () => {
      await lab.stop();
      await front.close();
      await dovecot.stop();
    },
  };
}
