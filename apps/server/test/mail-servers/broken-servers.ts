import { expect, onTestFinished } from 'vitest';
import { sql } from 'kysely';
import type { SourceProvider } from '#modules/integrations/provider.ts';
import { createCaldav } from '../../src/providers/caldav/caldav.ts';
import { openCalendars } from '../../src/providers/caldav/open-calendars.ts';
import { createImap } from '../../src/providers/imap/imap.ts';
import {
  dav,
  found,
  type Script as CalendarScript,
  send,
  startServer,
} from '../calendar-servers/scripted-calendar.ts';
import { createSyncLab } from '../create-sync-lab.ts';
import { writeMail } from './mailbox-owner.ts';
import { createInbox, inboxScript } from './scripted-mailbox.ts';
import { type FrontState, startBreakableFront } from './start-breakable-front.ts';
import { type Script, startScriptedServer } from './start-scripted-server.ts';

export type Failure =
  | 'the password was changed'
  | 'no answer at all'
  | 'nothing at the port'
  | 'no TLS at the port'
  | 'another certificate'
  | 'requests are refused'
  | 'responses that never come'
  | 'responses that drip';

const fronts: Partial<Record<Failure, FrontState>> = {
  'no answer at all': 'silence',
  'nothing at the port': 'nothing',
  'no TLS at the port': 'no TLS',
  'another certificate': 'other certificate',
};
/** Of a page or a request; milliseconds. */
const timeoutMs = 500;

/** A mail server with an inbox that emails arrive in, and that fails on request. */
async function startMailServer(current: () => Failure | undefined) {
  const inbox = createInbox(2);
  const behave = inboxScript(inbox);
  const script: Script = (command, socket, tag) => {
    const failure = current();
    if (failure === 'the password was changed' && /^(AUTHENTICATE|LOGIN)/i.test(command)) {
      return ['TAG NO [AUTHENTICATIONFAILED] Authentication failed.'];
    }
    if (failure === 'requests are refused' && /^EXAMINE/i.test(command)) return ['TAG NO no'];
    if (/^UID FETCH/i.test(command)) {
      if (failure === 'responses that never come') return [];
      if (failure === 'responses that drip') {
        const timer = setInterval(() => socket.write('* OK wait\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
        return [];
      }
    }
    return behave(command, socket, tag);
  };
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  const front = await startBreakableFront(server.port);
  const arrive = () => {
    const uid = inbox.uidNext;
    inbox.uidNext += 1;
    inbox.mails.set(uid, writeMail({ subject: `mail ${uid}`, messageId: `<${uid}@acme.com>` }));
  };
  const provider = createImap({ privateNetworks: ['127.0.0.0/8'], ca: server.ca, timeoutMs });
  return { provider, front, arrive };
}

/** The same with a calendar and its meetings. */
async function startCalendarServer(current: () => Failure | undefined) {
  let meetings = 2;
  const script: CalendarScript = (request, body, response) => {
    const failure = current();
    if (failure === 'the password was changed') {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="calendar"' }).end();
      return true;
    }
    if (failure === 'requests are refused') return send(response, '', 503);
    if (failure === 'responses that never come') return true;
    if (failure === 'responses that drip') {
      response.writeHead(207);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
      return true;
    }
    const token = `<d:sync-token>t${meetings}</d:sync-token>`;
    if (body.includes('resourcetype')) {
      const properties = `<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>${token}`;
      return send(response, dav(found('/ann/work/', properties)));
    }
    if (/principal|calendar-home|multiget/.test(body)) return false;
    const listed = Array.from({ length: meetings }, (_, index) =>
      found(`/ann/work/${index}.ics`, '<d:getetag>"1"</d:getetag>'),
    );
    return send(response, dav(`${listed.join('')}${token}`));
  };
  const { account, network, port } = await startServer(script);
  const front = await startBreakableFront(port);
  const url = account.homes[0]?.replace(`:${port}/`, `:${front.port}/`) ?? '';
  const credentials = {
    ...account,
    server: { ...account.server, port: front.port },
    homes: [url],
    principal: url,
  };
  const provider: SourceProvider = {
    ...createCaldav({ privateNetworks: [] }),
    connect: {
      kind: 'server-login',
      findServer: async () => undefined,
      exchange: async ({ address }) => ({ credentials, source: address }),
    },
    open: (session) => openCalendars({ ...network, timeoutMs }, session),
  };
  return { provider, front, arrive: () => void (meetings += 1) };
}

/**
 * A user with a mailbox and another one with calendars, on servers that fail on request, and a
 * colleague with a mailbox of their own.
 */
export async function createBrokenServersLab() {
  let failure: Failure | undefined;
  const lab = await createSyncLab();
  const mail = await startMailServer(() => failure);
  const calendar = await startCalendarServer(() => failure);
  for (const { provider } of [mail, calendar]) {
    lab.providers[lab.providers.findIndex(({ id }) => id === provider.id)] = provider;
  }
  const [ann, ben, colleague] = [
    await lab.make.person(),
    await lab.make.person(),
    await lab.make.person(),
  ];
  const users = [
    { person: ann, server: mail },
    { person: ben, server: calendar },
  ];
  const signIn = async ({ person, server: { provider, front } }: (typeof users)[number]) =>
    void (
      await lab.call('POST /api/integrations/{provider}/sign-in', {
        token: person.token,
        params: { provider: provider.id },
        body: {
          address: 'alice@example.org',
          password: 'secret',
          server: { host: '127.0.0.1', port: front.port, security: 'tls' },
        },
      })
    ).data;

  for (const person of [ann, ben, colleague]) void (await lab.track(person, 'acme.com')).data;
  lab.startWorker();
  for (const user of users) await signIn(user);
  await lab.connect(colleague);
  for (const person of [ann, ben, colleague]) await lab.rested(person);
  let delivered = 0;

  return {
    /** The numbers of stored emails and meetings. */
    captured: () =>
      Promise.all(users.map(async ({ person }) => (await lab.captured(person)).length)),
    /** Adds an email and a meeting. */
    arrive: async () => {
      for (const { server } of users) server.arrive();
    },
    breakServers: async (next: Failure) => {
      failure = next;
      for (const { server } of users) await server.front.set(fronts[next] ?? 'server');
    },
    /** Syncs both users; returns what they see. */
    syncFailing: () =>
      Promise.all(
        users.map(async ({ person }) => {
          const { lastError, needsReauth } = await lab.sync(person);
          return { error: lastError, needsReauth };
        }),
      ),
    expectColleagueSynced: async () => {
      delivered += 1;
      await lab.deliver([{ subject: `meanwhile ${delivered}` }]);
      await lab.sync(colleague);
      expect(await lab.captured(colleague)).toContain(`meanwhile ${delivered}`);
    },
    /** Ends the failure, and has both users sign in again where they are asked to. */
    repair: async () => {
      failure = undefined;
      for (const user of users) {
        await user.server.front.set('server');
        const [integration] = await lab.integrations(user.person);
        if (integration?.needsReauth === true) await signIn(user);
        await sql`update failed_items set retry_at = now()`.execute(lab.db);
        const { lastError, lastSync } = await lab.sync(user.person);
        expect([lastError, lastSync?.outcome]).toEqual([undefined, 'done']);
      }
    },
  };
}
