import type { ImapFlow } from 'imapflow';
import { append, openAsOwner, remove, writeMail } from './mailbox-owner.ts';
import type { MailboxLab } from './mailbox-lab.ts';

const FOLDERS = ['INBOX', 'Archive', 'Projects/Alpha', 'Müller', 'Trash'];
/** Trash is not read. */
const READ = FOLDERS.filter((folder) => folder !== 'Trash');

/** Pseudorandom numbers from a seed (Park and Miller). */
export function createRandom(seed: number): (below: number) => number {
  let state = seed % 2_147_483_647 || 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Operations of the owner of a mailbox and of others. */
export interface RandomOperations {
  /** Runs the next operation; returns its name. */
  next: () => Promise<string>;
  /** The subjects of the emails of acme.com in the folders that are read. */
  there: () => Promise<string[]>;
  close: () => Promise<void>;
}

export async function createOperations(
  lab: MailboxLab,
  random: (below: number) => number,
): Promise<RandomOperations> {
  let owner: ImapFlow | undefined;
  let made = 0;
  const client = async () => {
    if (owner?.usable !== true) owner = await openAsOwner(lab.server.port, 'alice');
    return owner;
  };
  const some = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;

  const mail = () => {
    made += 1;
    const from = random(3) === 0 ? `x${made}@other.example` : `Bob <bob${made % 7}@acme.com>`;
    // Some have no Message-ID, and some share one.
    const messageId = random(10) === 0 ? '<same@acme.com>' : `<${made}@acme.com>`;
    return writeMail({ from, subject: `mail ${made}`, messageId, text: 'x'.repeat(random(2_000)) });
  };

  const uidsIn = async (folder: string): Promise<number[]> => {
    const at = await client();
    await at.mailboxOpen(folder);
    const uids = await at.search({ all: true }, { uid: true });
    if (!Array.isArray(uids)) throw new Error('lost');
    return uids;
  };

  const pick = async () => {
    const folder = some(FOLDERS);
    const uids = await uidsIn(folder);
    const chosen = uids.filter(() => random(6) === 0).slice(0, 4);
    return { folder, uids: chosen };
  };

  const operations: Record<string, { weight: number; run: () => Promise<unknown> }> = {
    arrive: {
      weight: 34,
      run: async () => append(await client(), mail(), { folder: some(FOLDERS) }),
    },
    'arrive twice': {
      weight: 5,
      run: async () => {
        const text = mail();
        await append(await client(), text, { folder: some(READ) });
        await append(await client(), text, { folder: some(FOLDERS) });
      },
    },
    delete: {
      weight: 16,
      run: async () => {
        const { folder, uids } = await pick();
        if (uids.length > 0) await remove(await client(), folder, uids);
      },
    },
    move: {
      weight: 18,
      run: async () => {
        const { uids } = await pick();
        const to = some(FOLDERS);
        if (uids.length > 0) await (await client()).messageMove(uids.join(','), to, { uid: true });
      },
    },
    copy: {
      weight: 6,
      run: async () => {
        const { uids } = await pick();
        const to = some(FOLDERS);
        if (uids.length > 0) await (await client()).messageCopy(uids.join(','), to, { uid: true });
      },
    },
    flag: {
      weight: 10,
      run: async () => {
        const { uids } = await pick();
        if (uids.length === 0) return;
        await (await client()).messageFlagsAdd(uids.join(','), ['\\Seen'], { uid: true });
      },
    },
    'create folder again': {
      weight: 4,
      run: async () => {
        const at = await client();
        const folder = some(READ.filter((one) => one !== 'INBOX'));
        await at.mailboxClose();
        await at.mailboxDelete(folder);
        await at.mailboxCreate(folder);
        await append(at, mail(), { folder });
      },
    },
    'cut connections': { weight: 5, run: async () => lab.front.cut() },
    'kill mailbox processes': { weight: 3, run: async () => lab.killReaders() },
    'kill server processes': { weight: 2, run: async () => lab.server.killConnections() },
  };
  const drawn = Object.entries(operations).flatMap(([name, { weight }]) =>
    Array.from({ length: weight }, () => name),
  );

  for (const folder of READ.slice(1)) await (await client()).mailboxCreate(folder);

  const there = async (): Promise<string[]> => {
    const subjects = new Set<string>();
    for (const folder of READ) {
      const uids = await uidsIn(folder);
      if (uids.length === 0) continue;
      const rows = await (await client()).fetchAll('1:*', { envelope: true });
      if (rows.length !== uids.length) throw new Error('The folder was not read in full.');
      for (const { envelope } of rows) {
        const isOfAcme = envelope?.from?.some(({ address }) => address?.endsWith('@acme.com'));
        if (isOfAcme === true) subjects.add(envelope?.subject ?? '');
      }
    }
    return [...subjects].sort();
  };

  return {
    next: async () => {
      const name = some(drawn);
      // A partial operation is valid too: only the resulting contents of the mailbox matter.
      await operations[name]?.run().catch(() => {});
      return name;
    },
    there: async () => {
      for (let tries = 0; ; tries += 1) {
        try {
          return await there();
        } catch (error) {
          if (tries === 5) throw error;
          owner?.close();
        }
      }
    },
    close: async () => owner?.close(),
  };
}
