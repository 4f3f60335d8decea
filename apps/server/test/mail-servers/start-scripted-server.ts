import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { makeCertificate } from './test-certificate.ts';

/**
 * A server's response to a command: lines to send. The tagged one begins with `TAG`.
 * Undefined leaves the command to the defaults, and an empty list makes the server hang. What a client
 * sends to continue a command is a tag without a command.
 */
export type Script = (
  command: string,
  socket: Socket,
  tag: string,
) => readonly string[] | undefined;

export interface ScriptedServer {
  port: number;
  ca: string;
  /** Received commands, without their tags. */
  heard: string[];
  close: () => Promise<void>;
}

/**
 * A mailbox with two emails on a server whose responses are scripted, to simulate harmful servers.
 */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const { cert, key } = makeCertificate();
  const heard: string[] = [];
  const open = new Set<Socket>();
  const server = createServer({ cert, key, noDelay: true }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    socket.write('* OK [CAPABILITY IMAP4rev1 LITERAL+ SASL-IR AUTH=PLAIN] ready\r\n');
    let buffered = '';
    socket.on('data', (data) => {
      buffered += data.toString('latin1');
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        const [tag = '', ...rest] = line.split(' ');
        const command = rest.join(' ');
        heard.push(command);
        const lines = script(command, socket, tag) ?? usual(command);
        for (const one of lines) socket.write(`${one.replace(/^TAG/, tag)}\r\n`);
      }
    });
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    ca: cert,
    heard,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const mail = (uid: number) =>
  `From: Bob <bob@acme.com>\r\nMessage-ID: <${uid}@acme.com>\r\nSubject: mail ${uid}\r\n\r\n`;

/** A row of a FETCH with the items that the provider requests. */
export const row = (uid: number): string => {
  const text = mail(uid);
  return `* ${uid} FETCH (UID ${uid} FLAGS () INTERNALDATE "20-Nov-2026 10:00:00 +0000" RFC822.SIZE 500 BODY[HEADER.FIELDS (From)] {${text.length}}\r\n${text})`;
};

/** The response to EXAMINE for a folder with so many emails. */
export const openedWith = (count: number): string[] => [
  `* ${count} EXISTS`,
  '* OK [UIDVALIDITY 7] v',
  '* OK [UIDNEXT 3] n',
  'TAG OK [READ-ONLY] done',
];

function usual(command: string): readonly string[] {
  const name = command.split(' ')[0]?.toUpperCase();
  if (name === 'LIST') return ['* LIST (\\HasNoChildren) "/" INBOX', 'TAG OK done'];
  if (name === 'STATUS') {
    return ['* STATUS INBOX (MESSAGES 2 UIDNEXT 3 UIDVALIDITY 7)', 'TAG OK done'];
  }
  if (name === 'EXAMINE') return openedWith(2);
  if (/^UID SEARCH/i.test(command)) return ['* SEARCH 1 2', 'TAG OK done'];
  if (/^UID FETCH/i.test(command)) return [row(1), row(2), 'TAG OK done'];
  if (name === 'CAPABILITY') {
    return ['* CAPABILITY IMAP4rev1 LITERAL+ SASL-IR AUTH=PLAIN', 'TAG OK done'];
  }
  return ['TAG OK done'];
}
