import { control } from '@repo/sandbox/testing/control';
import { sampleMail } from '@repo/sandbox/testing/sample-mail';
import type { Sandbox } from '@repo/sandbox/start-sandbox';
import { createMicrosoftMail } from '../../src/providers/microsoft-mail/microsoft-mail.ts';
import { openMailbox } from '../../src/providers/microsoft-mail/open-mailbox.ts';
import { createMailboxLimits } from '../../src/providers/microsoft-auth/mailbox-limits.ts';
import { readMail } from '../../src/providers/mail/mime/read-mail.ts';
import { createRandom } from './create-random.ts';
import { followSource } from './follow-source.ts';
import {
  chooseStep,
  connectSessions,
  failingSteps,
  settingsOf,
  type WeightedStep,
} from './random-operations.ts';

export interface OperationsOptions {
  sandbox: Pick<Sandbox, 'url' | 'addMessages'>;
  address: string;
  operations: number;
  /** Operations between two comparisons. */
  every: number;
  seed: number;
  /** On while changes happen, and off for the comparisons. */
  switches: object;
}

export interface OperationsResult {
  comparisons: number;
  stored: number;
  /** Message-IDs that are stored and not there, and the other way round. */
  differences: { superfluous: string[]; missing: string[] }[];
}

interface Contents {
  messages: { id: string; messageId: string; folder: string; isDraft: boolean }[];
  folders: { id: string; parent: string | null; wellKnown: string | null }[];
}

const MAX_MESSAGES = 60;
const unread = new Set(['deleteditems', 'junkemail', 'drafts', 'outbox']);

/**
 * Changes a mailbox of the stand-in at random, syncs in between with failures and kills, and compares what is stored
 * with what is there.
 */
export async function runOperations(options: OperationsOptions): Promise<OperationsResult> {
  const { sandbox, address, operations, every, switches } = options;
  const random = createRandom(options.seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const settings = settingsOf(sandbox.url);
  const session = await connectSessions(createMicrosoftMail(settings), address);
  const limits = createMailboxLimits(async () => {})(address);
  const followed = followSource(() => openMailbox(settings, session(), limits, readMail));
  const call = <T>(method: string, path: string, body?: object) =>
    control<T>(sandbox.url, method, `microsoft/${path}`, body);
  const see = async (): Promise<Contents> => ({
    ...(await call<Pick<Contents, 'messages'>>('GET', `${address}/messages`)),
    ...(await call<Pick<Contents, 'folders'>>('GET', `${address}/folders`)),
  });
  const folderOf = (now: Contents) => pick(now.folders.map(({ id }) => id)) ?? 'inbox';
  const own = (now: Contents) => pick(now.folders.filter(({ wellKnown }) => wellKnown === null));
  let made = 0;

  const steps: WeightedStep<Contents>[] = [
    [
      9,
      async (now) => {
        // The mailbox stays small, so that thousands of changes concern the same messages again and again.
        const oldest = now.messages.length > MAX_MESSAGES ? pick(now.messages) : undefined;
        if (oldest) await call('DELETE', `${address}/messages/${oldest.id}`);
        made += 1;
        const date = new Date(Date.now() - Math.floor(random() * 20 * 86_400_000)).toUTCString();
        const mail = sampleMail({
          From: pick(['Bob <bob@acme.com>', `Ann <${address}>`, 'Eve <eve@other.example>']),
          Subject: `number ${made}`,
          Date: date,
          'Message-ID': `<m${made}@acme.com>`,
        });
        await sandbox.addMessages(address, [mail]);
      },
    ],
    [
      6,
      async (now) => {
        const message = pick(now.messages);
        if (message === undefined) return;
        const path = `${address}/messages/${message.id}/move`;
        await call('POST', path, { folder: folderOf(now) });
        // There and back, between two rounds.
        if (random() < 0.3) await call('POST', path, { folder: message.folder });
      },
    ],
    [
      2,
      async (now) => {
        const message = pick(now.messages);
        if (message) await call('DELETE', `${address}/messages/${message.id}`);
      },
    ],
    [
      2,
      async (now) => {
        const message = pick(now.messages);
        if (message === undefined) return;
        await call('POST', `${address}/messages/${message.id}/copy`, { folder: folderOf(now) });
      },
    ],
    [
      2,
      async (now) => {
        const message = pick(now.messages);
        if (message) await call('POST', `${address}/messages/${message.id}/read`);
      },
    ],
    [
      1,
      async (now) => {
        if (now.folders.length > 20) return;
        const parent = random() < 0.5 ? {} : { parent: folderOf(now) };
        await call('POST', `${address}/folders`, { name: `folder ${made}`, ...parent });
      },
    ],
    [
      1,
      async (now) => {
        const folder = own(now);
        if (folder) await call('POST', `${address}/folders/${folder.id}`, { name: `new ${made}` });
      },
    ],
    [
      1,
      async (now) => {
        const folder = own(now);
        if (folder === undefined) return;
        const parent = random() < 0.5 ? 'root' : 'deleteditems';
        await call('POST', `${address}/folders/${folder.id}`, { parent });
      },
    ],
    [
      0.5,
      async (now) => {
        const folder = own(now);
        if (folder) await call('DELETE', `${address}/folders/${folder.id}`);
      },
    ],
    [0.5, () => call('POST', `${address}/expire-links`)],
    ...failingSteps(sandbox.url, random),
    [3, () => followed.sync(1 + Math.floor(random() * 3))],
    [3, () => followed.sync()],
  ];

  const result: OperationsResult = { comparisons: 0, stored: 0, differences: [] };
  await call('POST', 'switches', switches);
  for (let done = 1; done <= operations; done += 1) {
    await chooseStep(steps, random)?.(await see());
    if (done % every > 0) continue;
    await call('DELETE', 'switches');
    // Ids have to stay what they are.
    if ('mutableIds' in switches) await call('POST', 'switches', { mutableIds: true });
    await control(sandbox.url, 'DELETE', 'faults');
    await followed.sync();
    // What was held back is named in the next round.
    await followed.sync();
    // Without immutable ids a message that came back is never named again; that takes a night.
    if ('mutableIds' in switches) await followed.compare();
    const difference = compare(await see(), [...followed.stored.values()]);
    if (difference !== undefined) result.differences.push(difference);
    result.comparisons += 1;
    await call('POST', 'switches', switches);
  }
  result.stored = followed.stored.size;
  return result;
}

function compare({ messages, folders }: Contents, stored: string[]) {
  const byId = new Map(folders.map((folder) => [folder.wellKnown ?? folder.id, folder]));
  const isUnread = (id: string): boolean => {
    const folder = byId.get(id) ?? folders.find((one) => one.id === id);
    if (folder === undefined) return false;
    if (folder.wellKnown !== null && unread.has(folder.wellKnown)) return true;
    return folder.parent !== null && isUnread(folder.parent);
  };
  const there = messages
    .filter(({ folder, isDraft }) => !isDraft && !isUnread(folder))
    .map(({ messageId }) => `<${messageId}>`);
  const superfluous = without(stored, there);
  const missing = without(there, stored);
  return superfluous.length + missing.length === 0 ? undefined : { superfluous, missing };
}

/** Copies have the same Message-ID, so each is taken away once. */
function without(all: readonly string[], taken: readonly string[]): string[] {
  const left = [...taken];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
}
