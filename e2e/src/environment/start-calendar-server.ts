import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { makeCertificate } from '../../../apps/server/test/mail-servers/test-certificate.ts';
import { calendarPassword } from './calendar-password.ts';

const multistatus = (content: string) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${content}<d:sync-token>1</d:sync-token></d:multistatus>`;
const found = (href: string, properties: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;

/**
 * A stand-in for CalDAV servers. Each address has a calendar with one meeting with
 * brightwater.example, which all calendars have in common. Servers in this process trust its
 * certificate.
 */
export async function startCalendarServer(): Promise<{ port: number; close: () => void }> {
  const { cert, key } = makeCertificate();
  tls.setDefaultCACertificates([...tls.getCACertificates(), cert]);
  const server = createServer({ cert, key }, async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const [user = '', password] = credentialsIn(request.headers.authorization);
    if (password !== calendarPassword) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="calendars"' }).end();
      return;
    }
    response.writeHead(207).end(multistatus(respondTo(request.url ?? '/', body, user)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function respondTo(url: string, body: string, user: string): string {
  const home = `/${user.replace('@', '.')}/`;
  const calendar = `${home}work/`;
  if (body.includes('current-user-principal')) {
    const principal = `<d:current-user-principal><d:href>${home}</d:href></d:current-user-principal>`;
    return found(url, principal);
  }
  if (body.includes('calendar-home-set')) {
    return found(url, `<c:calendar-home-set><d:href>${home}</d:href></c:calendar-home-set>`);
  }
  if (body.includes('resourcetype')) {
    const type = '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>';
    return found(calendar, `${type}<d:sync-token>1</d:sync-token>`);
  }
  const meeting = `${calendar}meeting.ics`;
  const version = '<d:getetag>"1"</d:getetag>';
  if (!body.includes('multiget')) return found(meeting, version);
  return found(meeting, `${version}<c:calendar-data>${meetingOf(user)}</c:calendar-data>`);
}

function meetingOf(user: string): string {
  const start = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();
  const stamp = `${start.slice(0, 13).replaceAll(/[-:]/g, '')}0000Z`;
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//test//EN',
    'BEGIN:VEVENT',
    'UID:review@brightwater.example',
    `DTSTAMP:${stamp}`,
    `DTSTART:${stamp}`,
    'DURATION:PT1H',
    'SUMMARY:Quarterly review',
    'ORGANIZER;CN=Elena:mailto:elena@brightwater.example',
    `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${user}`,
    'ATTENDEE;CN=Elena;PARTSTAT=ACCEPTED:mailto:elena@brightwater.example',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

function credentialsIn(authorization = ''): string[] {
  const [, encoded = ''] = authorization.split(' ');
  return Buffer.from(encoded, 'base64').toString().split(':');
}
