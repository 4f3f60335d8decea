import { sampleMail } from '@repo/sandbox/testing/sample-mail';
import { owner, type World } from './world.ts';

const [minuteMs, dayMs] = [60_000, 24 * 60 * 60 * 1000];

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];
interface Call {
  id: string;
  participants: string[];
  failingFields?: string[];
}

const recently = () => Date.now() - Math.random() * 40 * dayMs;

/**
 * The contents of Ann's sources, which change at random continuously. One user in four is at a
 * domain that no one tracks.
 */
export function createSources({ sandbox, deliver, webhook }: World) {
  let made = 0;
  const recordings = new Map<string, boolean>();
  const guest = (number: number) => (number % 4 === 0 ? 'eve@other.example' : 'bob@acme.com');

  const deliverMails = async (count: number) => {
    for (let left = count; left > 0; left -= 1) {
      made += 1;
      const text = sampleMail({
        From: guest(made),
        To: owner,
        Subject: `mail ${made}`,
        Date: new Date(recently()).toUTCString(),
        'Message-ID': `<${made}@faults.example>`,
      });
      await deliver(text);
    }
  };
  const messages = async () =>
    (
      await sandbox<{ messages: { id: string; messageId: string; labelIds: string[] }[] }>(
        'GET',
        `gmail/${owner}/messages`,
      )
    ).messages;
  const events = async () =>
    (
      await sandbox<{ events: { id: string; attendees?: { email: string }[] }[] }>(
        'GET',
        `google-calendar/${owner}/events`,
      )
    ).events;
  const calls = async () =>
    (await sandbox<{ calls: Call[] }>('GET', `fireflies/${owner}/calls`)).calls;

  const someMail = async () => pick(await messages())?.id;
  const someEvent = async () => pick(await events())?.id;
  const someCall = async () => pick(await calls())?.id;
  const relabel = async (change: object) => {
    const id = await someMail();
    if (id) await sandbox('POST', `gmail/${owner}/messages/${id}/labels`, change);
  };
  const at = (time: number) => ({ dateTime: new Date(time).toISOString() });

  const addEvents = async (count: number) => {
    const list = Array.from({ length: count }, () => {
      made += 1;
      const begin = recently();
      return {
        id: `event${made}`,
        summary: `meeting ${made}`,
        start: at(begin),
        end: at(begin + 30 * minuteMs),
        attendees: [{ email: owner }, { email: guest(made) }],
      };
    });
    await sandbox('POST', `google-calendar/${owner}/events`, { events: list });
  };
  const addCalls = async (count: number) => {
    const list = Array.from({ length: count }, () => {
      made += 1;
      return {
        id: `call-${made}`,
        title: `call ${made}`,
        date: Math.floor(Date.now() - Math.random() * 10 * dayMs),
        duration: 20,
        participants: [owner, guest(made)],
      };
    });
    await sandbox('POST', `fireflies/${owner}/calls`, { calls: list });
  };

  const changes: (() => Promise<unknown>)[] = [
    () => deliverMails(5),
    () => relabel({ add: ['TRASH'] }),
    () => relabel({ remove: ['TRASH', 'SPAM'] }),
    () => relabel({ add: ['SPAM'] }),
    () => relabel({ add: ['STARRED'] }),
    async () => {
      const id = await someMail();
      if (id) await sandbox('DELETE', `gmail/${owner}/messages/${id}`);
    },
    () => addEvents(3),
    async () => {
      const id = await someEvent();
      if (id) await sandbox('POST', `google-calendar/${owner}/events/${id}/cancel`);
    },
    async () => {
      const id = await someEvent();
      if (id) await sandbox('DELETE', `google-calendar/${owner}/events/${id}`);
    },
    async () => {
      const id = await someEvent();
      const begin = recently();
      const moved = { start: at(begin), end: at(begin + 30 * minuteMs) };
      if (id) await sandbox('PATCH', `google-calendar/${owner}/events/${id}`, moved);
    },
    () => addCalls(2),
    async () => {
      const id = await someCall();
      if (id) await sandbox('DELETE', `fireflies/${owner}/calls/${id}`);
    },
    async () => {
      made += 1;
      const id = String(made);
      const email = guest(made);
      recordings.set(id, email.endsWith('acme.com'));
      const recording = { id, invitees: [{ name: 'Guest', email }] };
      await sandbox('POST', 'fathom/send', {
        webhookUrl: webhook.address,
        token: webhook.token,
        shape: pick(['flat', 'nested', 'own']),
        recording,
        times: 3,
        together: Math.random() < 0.5,
      });
    },
  ];

  const putCalls = (list: readonly Call[]) =>
    sandbox('POST', `fireflies/${owner}/calls`, { calls: list });

  return {
    deliverMails,
    /** Makes Fireflies fail to return some fields of a call, until they are repaired. */
    async failFields(failingFields: string[]) {
      const call = pick(await calls());
      if (call) await putCalls([{ ...call, failingFields }]);
    },
    async repairFields() {
      const failing = (await calls()).filter((call) => call.failingFields?.length);
      if (failing.length > 0)
        await putCalls(failing.map((call) => ({ ...call, failingFields: [] })));
    },
    addEvents,
    addCalls,
    someMail,
    someEvent,
    someCall,
    change: async () => pick(changes)?.(),

    /** The ids that have to be stored in the end, by provider. */
    async expected(): Promise<Record<string, string[]>> {
      const numberOf = ({ messageId }: { messageId: string }) => Number.parseInt(messageId, 10);
      const isMail = (mail: { messageId: string; labelIds: string[] }) =>
        !mail.labelIds.some((label) => ['TRASH', 'SPAM', 'DRAFT'].includes(label)) &&
        numberOf(mail) % 4 !== 0;
      const isAcme = (email: string) => email === 'bob@acme.com';
      const sorted = (ids: readonly string[]) => [...ids].sort();
      return {
        gmail: sorted((await messages()).filter(isMail).map(({ id }) => id)),
        google_calendar: sorted(
          (await events())
            .filter(({ attendees = [] }) => attendees.some(({ email }) => isAcme(email)))
            .map(({ id }) => id),
        ),
        fireflies: sorted(
          (await calls()).filter((call) => call.participants.some(isAcme)).map(({ id }) => id),
        ),
        fathom: sorted([...recordings].flatMap(([id, isKept]) => (isKept ? [id] : []))),
      };
    },
  };
}
export type Sources = ReturnType<typeof createSources>;
