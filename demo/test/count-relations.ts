import { type CountedMail, type CountedWindow, countedAt, identityOf, isAt } from './count-mbox.ts';

// Counts people and conversations straight from the emails of mbox files, without the product's code,
// as `count-mbox.ts` counts emails.

/** The days on which an address was in touch with the owners of the mailboxes. */
export interface CountedPerson {
  days: number;
  lastDayByUs: string | null;
  lastDayByThem: string | null;
}

/** An email to more addresses is contact with none of them. */
const MAX_ADDRESSES = 20;

/** A day on which an email was contact of an owner of a mailbox with an address. */
interface Touch {
  day: string;
  isOurs: boolean;
  isTheirs: boolean;
}

/** The people at a domain, by address: those who exchanged an email with an owner of a mailbox. */
export const countPeople = (
  mails: readonly CountedMail[],
  domain: string,
  window: CountedWindow,
): Map<string, CountedPerson> =>
  new Map(
    [...touchesAt(mails, domain, window)].map(([address, touches]) => [address, sumUp(touches)]),
  );

/** What an account shows of the people at its domain together, without those who are not its contacts. */
export function countContact(
  mails: readonly CountedMail[],
  domain: string,
  window: CountedWindow,
  hidden: ReadonlySet<string>,
): CountedPerson {
  const touches = [...touchesAt(mails, domain, window)];
  return sumUp(touches.flatMap(([address, all]) => (hidden.has(address) ? [] : all)));
}

function sumUp(touches: readonly Touch[]): CountedPerson {
  const last = (some: readonly Touch[]) =>
    some
      .map(({ day }) => day)
      .toSorted()
      .at(-1) ?? null;
  return {
    days: new Set(touches.map(({ day }) => day)).size,
    lastDayByUs: last(touches.filter(({ isOurs }) => isOurs)),
    lastDayByThem: last(touches.filter(({ isTheirs }) => isTheirs)),
  };
}

function touchesAt(
  mails: readonly CountedMail[],
  domain: string,
  window: CountedWindow,
): Map<string, Touch[]> {
  const touches = new Map<string, Touch[]>();
  for (const mail of mails) {
    const day = countedAt(mail, window);
    const { owner, isAutomatic } = mail;
    const [from, receivers] = [mail.from, mail.receivers].map(
      (list) => new Set(list.map(withoutTag)),
    );
    if (day === undefined || isAutomatic || from === undefined || receivers === undefined) continue;
    if (from.size === 0 || receivers.size > MAX_ADDRESSES) continue;
    for (const address of new Set([...from, ...receivers])) {
      const isOurs = from.has(owner) && receivers.has(address);
      const isTheirs = receivers.has(owner) && from.has(address);
      if (!isAt(domain)(address) || address === owner || !(isOurs || isTheirs)) continue;
      const all = touches.get(address) ?? [];
      all.push({ day, isOurs, isTheirs });
      touches.set(address, all);
    }
  }
  return touches;
}

/** `robh+dt@kernel.org` is Rob; what machines append belongs to the name. */
const withoutTag = (address: string): string =>
  /^[^+@]*(reply|bounce|support|help|notif|news)/.test(address)
    ? address
    : address.replace(/^([^+@]+)\+[^@]*@/, '$1@');

/** The number of conversations of an account by their emails, such as '3 emails of 2026-01-30 to 2026-01-31'. */
export function countConversations(
  mails: readonly CountedMail[],
  domain: string,
  window: CountedWindow,
): Record<string, number> {
  const ofAccount = mails.filter(
    (mail) => mail.from.length > 0 && mail.everybody.some(isAt(domain)),
  );
  const daysOf = new Map<string, string>();
  const groupOf = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let next = groupOf.get(root); next !== undefined; next = groupOf.get(root)) root = next;
    return root;
  };
  for (const mail of ofAccount) {
    const day = countedAt(mail, window);
    if (day === undefined) continue;
    const name = `email ${identityOf(mail)}`;
    daysOf.set(name, day);
    for (const reference of mail.references) {
      const [one, other] = [rootOf(name), rootOf(`reference ${reference}`)];
      if (one !== other) groupOf.set(one, other);
    }
  }
  const groups = Map.groupBy(daysOf.keys(), rootOf);
  return countNames(
    [...groups.values()].map((names) => names.map((name) => daysOf.get(name) ?? '')),
  );
}

/** What the upload of a mailbox has to say before it is imported. */
export interface CountedPreview {
  found: number;
  concerned: number;
  /** The days of the first and the last email of tracked domains. */
  since: string | null;
  until: string | null;
}

/** Counts a mailbox as a file, each email once; `domains` are those that its owner tracks. */
export function countPreview(
  mails: readonly CountedMail[],
  domains: readonly string[],
  window: CountedWindow,
): CountedPreview {
  const tests = domains.map(isAt);
  const inFile = mails.filter(
    (mail) => mail.from.length > 0 && countedAt(mail, window) !== undefined,
  );
  const concerned = inFile.filter(({ everybody }) =>
    tests.some((isAtDomain) => everybody.some(isAtDomain)),
  );
  const days = concerned.map((mail) => countedAt(mail, window) ?? '').toSorted();
  const countOf = (some: readonly CountedMail[]) => new Set(some.map(identityOf)).size;
  return {
    found: countOf(inFile),
    concerned: countOf(concerned),
    since: days[0] ?? null,
    until: days.at(-1) ?? null,
  };
}

/** Names conversations by the days of their emails, and counts those of one name. */
export function countNames(conversations: readonly string[][]): Record<string, number> {
  const names = conversations.map((days) => {
    const sorted = days.toSorted();
    return `${days.length} emails of ${sorted[0]} to ${sorted.at(-1)}`;
  });
  return Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]),
  );
}
