import type { Socket } from 'node:net';
import type { Script } from './start-scripted-server.ts';
import { writeMail } from './mailbox-owner.ts';

/** An inbox of a scripted server that a test changes while it is read. */
export interface ScriptedInbox {
  validity: number;
  uidNext: number;
  /** Whole emails by their UIDs. */
  mails: Map<number, string>;
  /** UIDs that searches return and no fetch of contents does. */
  withheld: Set<number>;
  /** Sizes that the server reports, if they differ from the actual ones. */
  sizes: Map<number, number>;
  /** Of all emails. */
  flags: string;
}

export const createInbox = (count: number): ScriptedInbox => ({
  validity: 7,
  uidNext: count + 1,
  mails: new Map(
    Array.from({ length: count }, (_, index) => [
      index + 1,
      writeMail({ subject: `mail ${index + 1}`, messageId: `<${index + 1}@acme.com>` }),
    ]),
  ),
  withheld: new Set(),
  sizes: new Map(),
  flags: '',
});

/** Implements a server with these folders, one of which is INBOX. */
export function foldersScript(folders: ReadonlyMap<string, ScriptedInbox>): Script {
  const opened = new WeakMap<Socket, string>();
  return (command, socket, tag) => {
    // Asks how the names of folders are built.
    if (command === 'LIST "" ""') return ['* LIST (\\Noselect) "/" ""', 'TAG OK done'];
    const [, listed] = /^LIST "" "?([^" ]+)/.exec(command) ?? [];
    if (listed !== undefined) {
      return [...folders.keys()]
        .filter((name) => listed === '*' || listed === name)
        .map((name) => `* LIST (\\HasNoChildren) "/" ${name}`)
        .concat('TAG OK done');
    }
    const [, name] = /^(?:STATUS|EXAMINE) "?([^" ]+)/.exec(command) ?? [];
    if (name !== undefined && !folders.has(name)) return ['TAG NO [NONEXISTENT] none'];
    if (name !== undefined && command.startsWith('EXAMINE')) opened.set(socket, name);
    const at = name ?? opened.get(socket) ?? '';
    const folder = folders.get(at);
    return folder && inboxScript(folder, at)(command, socket, tag);
  };
}

/** Implements a server with this inbox. */
export function inboxScript(inbox: ScriptedInbox, name = 'INBOX'): Script {
  return (command) => {
    if (command.startsWith('STATUS')) {
      const { mails, uidNext, validity } = inbox;
      return [
        `* STATUS ${name} (MESSAGES ${mails.size} UIDNEXT ${uidNext} UIDVALIDITY ${validity})`,
        'TAG OK done',
      ];
    }
    if (command.startsWith('EXAMINE')) {
      return [
        `* ${inbox.mails.size} EXISTS`,
        `* OK [UIDVALIDITY ${inbox.validity}] v`,
        `* OK [UIDNEXT ${inbox.uidNext}] n`,
        'TAG OK [READ-ONLY] done',
      ];
    }
    const [, searched] = /^UID SEARCH (?:UID )?(\S+)/i.exec(command) ?? [];
    if (searched !== undefined) {
      const uids = /^[\d:,]+$/.test(searched) ? uidsIn(inbox, searched) : [...inbox.mails.keys()];
      return [`* SEARCH ${uids.join(' ')}`.trim(), 'TAG OK done'];
    }
    const [, fetched = '', query = ''] = /^UID FETCH (\S+) (.*)$/i.exec(command) ?? [];
    if (fetched === '') return undefined;
    return [...uidsIn(inbox, fetched).flatMap((uid) => rowOf(inbox, uid, query)), 'TAG OK done'];
  };
}

function uidsIn({ mails }: ScriptedInbox, set: string): number[] {
  const ranges = set.split(',').map((range) => {
    const [from = 0, to = from] = range.split(':').map(Number);
    return { from, to };
  });
  return [...mails.keys()].filter((uid) => ranges.some(({ from, to }) => from <= uid && uid <= to));
}

function rowOf(inbox: ScriptedInbox, uid: number, query: string): string[] {
  const mail = inbox.mails.get(uid) ?? '';
  const begin = `* ${uid} FETCH (UID ${uid}`;
  const size = inbox.sizes.get(uid) ?? mail.length;
  if (!query.includes('BODY')) return [`${begin} RFC822.SIZE ${size})`];
  if (inbox.withheld.has(uid)) return [];
  if (/BODY\.PEEK\[\]/i.test(query)) return [`${begin} BODY[] {${mail.length}}\r\n${mail})`];
  const head = mail.slice(0, mail.indexOf('\r\n\r\n') + 4);
  const [, day, month, year, time] =
    /, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(Date.now() - 60_000).toUTCString()) ?? [];
  const [, length] = /BODY\.PEEK\[HEADER\]<0\.(\d+)>/i.exec(query) ?? [];
  const [item, part] =
    length === undefined
      ? ['BODY[HEADER.FIELDS (From)]', head]
      : ['BODY[HEADER]<0>', head.slice(0, Number(length))];
  return [
    `${begin} FLAGS (${inbox.flags}) INTERNALDATE "${day}-${month}-${year} ${time} +0000" RFC822.SIZE ${size} ${item} {${part.length}}\r\n${part})`,
  ];
}
