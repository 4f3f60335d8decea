import type { Socket } from 'node:net';
import { describeServerLogin } from '#test/server-login-contract.ts';
import { createCaldav } from './caldav/caldav.ts';
import { createImap } from './imap/imap.ts';

const privateNetworks = ['127.0.0.0/8'];

const greet = (socket: Socket) =>
  void socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n');

describeServerLogin('IMAP', {
  create: (ca) => createImap({ privateNetworks, ...(ca !== undefined && { ca }) }),
  deny: (socket) => {
    greet(socket);
    socket.on('data', (data) => {
      const [tag = ''] = data.toString().split(' ');
      socket.write(`${tag} NO [AUTHENTICATIONFAILED] Authentication failed.\r\n`);
    });
  },
  begin: (socket) => void socket.write('* OK '),
});

describeServerLogin('CalDAV', {
  create: (ca) => createCaldav({ privateNetworks, ...(ca !== undefined && { ca }) }),
  deny: (socket) => {
    const challenge = 'WWW-Authenticate: Basic realm="calendar"';
    socket.on('data', () =>
      socket.end(`HTTP/1.1 401 Unauthorized\r\n${challenge}\r\nContent-Length: 0\r\n\r\n`),
    );
  },
  begin: (socket) => void socket.write('HTTP/1.1 207 Multi-Status\r\n\r\n'),
});
