import { once } from 'node:events';
import { connect } from 'node:net';
import { readMbox } from '@repo/sandbox/mail/read-mbox';
import { mailPassword } from '../../../apps/server/test/mail-servers/mail-server.ts';
import { startDovecot } from '../../../apps/server/test/mail-servers/start-dovecot.ts';
import { startTlsFront } from '../../../apps/server/test/mail-servers/start-tls-front.ts';
import { makeMail } from './make-mail.ts';

/**
 * A process of its own that serves a mailbox, of as many generated emails as its argument says, or of
 * those in the mbox files that it names. Neither TLS nor filling it counts for the processes that are
 * measured. It ends with the process that started it.
 */
const [first = '', ...others] = process.argv.slice(2);
const generated = Number(first);
/** Emails that are added with one command. */
const BATCH = 500;
const SPAN_MS = 7_000_000_000;

const dovecot = await startDovecot();
const mails = await fill(dovecot.port);
const front = await startTlsFront(dovecot.port);
process.send?.({ port: front.port, ca: front.ca, mails });
process.once('disconnect', async () => {
  await front.close();
  await dovecot.stop();
  process.exit();
});

async function* read(): AsyncGenerator<Buffer> {
  for (let index = 0; index < generated; index += 1) yield Buffer.from(makeMail(index));
  if (!Number.isNaN(generated)) return;
  for (const file of [first, ...others]) {
    for await (const mail of readMbox(file)) {
      yield Buffer.from(mail.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1');
    }
  }
}

/** By APPEND of several emails at once (RFC 3502). Returns how many there are. */
async function fill(port: number): Promise<number> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  let wake = () => {};
  socket.on('data', (text: string) => {
    received += text;
    wake();
  });
  const response = async (tag: string) => {
    while (!received.includes(`${tag} `)) await new Promise<void>((resolve) => (wake = resolve));
    if (!received.includes(`${tag} OK`)) throw new Error(received.slice(-500));
    received = '';
  };
  const send = async (part: string | Buffer) => {
    if (!socket.write(part)) await once(socket, 'drain');
  };
  await response('*');
  await send(`a LOGIN alice ${mailPassword}\r\n`);
  await response('a');
  // The oldest first, some of each day.
  const step = Number.isNaN(generated) ? 30 * 60_000 : SPAN_MS / generated;
  const begin = Date.now() - SPAN_MS;
  let count = 0;
  for await (const mail of read()) {
    if (count % BATCH === 0) {
      if (count > 0) {
        await send('\r\n');
        await response(`b${count}`);
      }
      await send(`b${count + BATCH} APPEND INBOX`);
    }
    const date = imapDate(new Date(begin + count * step));
    await send(` "${date}" {${mail.byteLength}+}\r\n`);
    await send(mail);
    count += 1;
  }
  await send('\r\n');
  await response(`b${Math.ceil(count / BATCH) * BATCH}`);
  socket.end('z LOGOUT\r\n');
  return count;
}

/** As in "17-Jul-1996 02:44:25 +0000". */
function imapDate(date: Date): string {
  const [, day = '', month = '', year = '', time = ''] = date.toUTCString().split(' ');
  return `${day}-${month}-${year} ${time} +0000`;
}
