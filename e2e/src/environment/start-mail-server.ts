import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { inboxScript } from '../../../apps/server/test/mail-servers/scripted-mailbox.ts';
import {
  type Script,
  startScriptedServer,
} from '../../../apps/server/test/mail-servers/start-scripted-server.ts';
import { writeMail } from '../mailbox/write-mail.ts';
import { mailPassword } from './mail-password.ts';

/**
 * A stand-in for IMAP servers. Each address has a mailbox with one email of brightwater.example, which
 * all mailboxes have in common. The processes that read mailboxes trust its certificate.
 *
 * @param certificate the file that its certificate is written to.
 */
export async function startMailServer(
  certificate: string,
): Promise<{ port: number; close: () => Promise<void> }> {
  const mail = writeMail({
    from: 'Elena Fischer <elena@brightwater.example>',
    to: 'team@mail.example',
    subject: 'Offer by IMAP',
  });
  const inbox = inboxScript({
    validity: 7,
    uidNext: 2,
    mails: new Map([[1, mail]]),
    withheld: new Set(),
    sizes: new Map(),
    flags: '',
  });
  const signIn = signInScript();
  const server = await startScriptedServer(
    (command, socket, tag) => signIn(command, socket, tag) ?? inbox(command, socket, tag),
  );
  writeFileSync(certificate, server.ca);
  process.env['NODE_EXTRA_CA_CERTS'] = certificate;
  return server;
}

/** Accepts one password, as AUTHENTICATE PLAIN sends it. */
function signInScript(): Script {
  const begun = new WeakMap<Socket, string>();
  return (command, socket, tag) => {
    if (command.startsWith('AUTHENTICATE PLAIN')) {
      begun.set(socket, tag);
      return ['+ '];
    }
    const waiting = begun.get(socket);
    if (waiting === undefined || command !== '') return undefined;
    begun.delete(socket);
    const [, , password] = Buffer.from(tag, 'base64').toString().split('\0');
    return password === mailPassword
      ? [`${waiting} OK signed in`]
      : [`${waiting} NO [AUTHENTICATIONFAILED] Authentication failed.`];
  };
}
