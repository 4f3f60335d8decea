import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { makeCertificate } from './test-certificate.ts';

/**
 * Connections are passed on or refused; or every sign-in is refused, for too many connections or a
 * wrong password; or those that ask for a text are closed.
 */
export type FrontMode = 'pass' | 'refuse' | 'limit' | 'deny' | 'heads';

const refusals: Partial<Record<FrontMode, string>> = {
  // The wording of Dovecot.
  limit: '[LIMIT] Maximum number of connections from user+IP exceeded',
  deny: '[AUTHENTICATIONFAILED] Authentication failed.',
};

export interface TlsFront {
  port: number;
  /** The certificate to trust; PEM. */
  ca: string;
  /** Connections that were accepted so far. */
  accepted: () => number;
  /** Requests for a text since the mode `heads`. */
  textRequests: () => number;
  mode: () => FrontMode;
  /** Sets what happens to connections, including the current ones. */
  setMode: (mode: FrontMode) => void;
  /** Closes the current connections. */
  cut: () => void;
  close: () => Promise<void>;
}

/** Everything that IMAP has for the text of an email, whole or in part. */
const asksForText = /BODY(?:\.PEEK)?\[(?!HEADER)|RFC822(?!\.(?:HEADER|SIZE))|BODYSTRUCTURE|BINARY/i;

/** TLS in front of a mail server on 127.0.0.1, with failures on request. */
export async function startTlsFront(serverPort: number): Promise<TlsFront> {
  const { cert, key } = makeCertificate();
  const open = new Set<Socket>();
  let mode: FrontMode = 'pass';
  let accepted = 0;
  let textRequests = 0;
  const server = createServer({ cert, key, noDelay: true }, (client) => {
    accepted += 1;
    const track = (socket: Socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    };
    track(client);
    const refusal = refusals[mode];
    if (refusal !== undefined) return refuseSignIns(client, refusal);
    if (mode === 'refuse') return void client.destroy();
    const behind = connect({ port: serverPort, host: '127.0.0.1', noDelay: true });
    track(behind);
    client.on('data', (data) => {
      if (mode === 'heads' && asksForText.test(data.toString('latin1'))) {
        textRequests += 1;
        cut();
      }
    });
    client.pipe(behind).pipe(client);
    client.on('close', () => behind.destroy());
    behind.on('close', () => client.destroy());
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    ca: cert,
    accepted: () => accepted,
    textRequests: () => textRequests,
    mode: () => mode,
    setMode: (next) => {
      mode = next;
      cut();
    },
    cut,
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A mail server that refuses every sign-in. */
function refuseSignIns(client: TLSSocket, refusal: string): void {
  client.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n');
  client.on('data', (data) => {
    for (const line of data.toString().split('\r\n')) {
      const [tag, command = ''] = line.split(' ');
      if (!tag) continue;
      if (/^(authenticate|login)$/i.test(command)) {
        client.write(`${tag} NO ${refusal}\r\n`);
      } else if (/^capability$/i.test(command)) {
        client.write(`* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n${tag} OK done\r\n`);
      } else client.write(`${tag} OK done\r\n`);
    }
  });
}
