import type { MailServer } from './mail-server.ts';
import { missingCyrus, startCyrus } from './start-cyrus.ts';
import { missingDovecot, startDovecot } from './start-dovecot.ts';

/** A server program that tests run against. */
export interface MailServerKind {
  name: string;
  /** Why it cannot be started, for the names of skipped tests; undefined if it can. */
  missing: string | undefined;
  start: () => Promise<MailServer>;
}

export const mailServers: readonly MailServerKind[] = [
  {
    name: 'Dovecot',
    missing: missingDovecot,
    // Folders can only be deleted while another client has them open if each is a directory on disk.
    start: () => startDovecot('mail_location = maildir:~/Maildir'),
  },
  { name: 'Cyrus', missing: missingCyrus, start: startCyrus },
];
