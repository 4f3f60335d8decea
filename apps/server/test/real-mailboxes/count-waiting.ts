/*
 * Reads the headers of emails and counts conversations that wait for an answer, without anything of the product: what
 * the product says of real mailboxes is compared with it.
 */

export interface ReadHeaders {
  /** When the mailbox received it: an email may be delayed for hours. */
  date: Date;
  from: string[];
  to: string[];
  /** The email itself first, then those it refers to. */
  ids: string[];
  isAutomatic: boolean;
}

export function readHeaders(text: string): ReadHeaders {
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const unfolded = text.slice(0, end).replaceAll(/\r?\n[ \t]+/g, ' ');
  const header = (name: string) =>
    unfolded
      .split(/\r?\n/)
      .filter((line) => line.toLowerCase().startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trim());
  const addresses = (name: string) =>
    header(name).flatMap((value) =>
      [...value.matchAll(/[^\s<>",;:()]+@[^\s<>",;:()]+/g)].map(([one]) => one.toLowerCase()),
    );
  const ids = (name: string) =>
    header(name).flatMap((value) => [...value.matchAll(/<[^<>\s]+>/g)].map(([one]) => one));
  return {
    date: new Date(receivedAt(header('received'), Date.parse(header('date')[0] ?? ''))),
    from: addresses('from').slice(0, 1),
    to: addresses('to'),
    ids: [...ids('message-id'), ...ids('in-reply-to'), ...ids('references')],
    isAutomatic: header('auto-submitted').some((value) => !value.startsWith('no')),
  };
}

/** The last server that received it within a day of the time at which it was sent, as `mailTime` says. */
function receivedAt(received: readonly string[], sentAt: number): number {
  const times = received
    .map((value) => Date.parse(value.split(';').at(-1) ?? ''))
    .filter((time) => !Number.isNaN(time));
  return times.find((time) => Math.abs(time - sentAt) < 86_400_000) ?? times[0] ?? sentAt;
}

interface Reader {
  own: string;
  /** Everyone there is a colleague. */
  domain: string;
  /** On a Wednesday, so that the working day before is the day before. */
  now: Date;
}

/** The last emails of the conversations that wait for the reader. */
export function countWaiting<Mail extends ReadHeaders>(
  mails: readonly Mail[],
  { own, domain, now }: Reader,
): Mail[] {
  const groups = new Map<string, Set<string>>();
  for (const { ids } of mails) {
    const joined = new Set(ids.flatMap((id) => [...(groups.get(id) ?? [id])]));
    for (const id of joined) groups.set(id, joined);
  }
  const last = new Map<Set<string>, Mail>();
  for (const mail of mails) {
    const group = groups.get(mail.ids[0] ?? '');
    if (group === undefined || mail.isAutomatic) continue;
    const known = last.get(group);
    if (known === undefined || known.date <= mail.date) last.set(group, mail);
  }
  const [from, until] = [now.getTime() - 21 * 86_400_000, now.getTime() - 86_400_000];
  return [...last.values()].filter(
    (mail) =>
      mail.date.getTime() > from &&
      mail.date.getTime() <= until &&
      mail.to.includes(own) &&
      mail.from.every((address) => !address.endsWith(`@${domain}`)),
  );
}
