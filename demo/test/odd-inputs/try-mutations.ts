import { toTar } from '../../../apps/server/src/providers/mail-file/archive/make-archives.fixture.ts';
import {
  mutatedInputs,
  mutationFaults,
} from '../../../apps/server/test/odd-inputs/mutated-inputs.ts';
import { trackAndShare } from '../track-everything.ts';
import { saidOf, type Uploader } from './uploaders.ts';

/** What was tried, and what is wrong. */
export interface Tried {
  count: number;
  faults: string[];
}

/** Reads changed inputs one by one, without the server. */
export async function readMutations(count: number, seed: number): Promise<Tried> {
  const faults: string[] = [];
  let read = 0;
  for (const input of mutatedInputs(count, seed)) {
    faults.push(...(await mutationFaults(input)));
    read += 1;
  }
  return { count: read, faults };
}

/** Emails that no other input has the Message-ID of. */
const single = /^[a-z]\d\d\.eml$/;
const perArchive = 50;

/**
 * Uploads changed emails in archives, each of them twice: every email is imported, left out or named, and nothing
 * more is stored the second time.
 */
export async function uploadMutations(
  { client, upload }: Uploader,
  workspaceId: string,
  count: number,
  seed: number,
): Promise<Tried> {
  const faults: string[] = [];
  const mails = [...mutatedInputs(count, seed, (name) => single.test(name))];
  const cases = new Set(mails.map((one) => / ([a-z]\d\d)\.eml/.exec(one.name)?.[1]));
  await trackAndShare(
    client,
    [...cases].map((id) => `${id}.example`),
    workspaceId,
  );
  const stored = async () => {
    const { accounts } = await client.call('GET /api/workspaces/{workspaceId}/accounts', {
      params: { workspaceId },
    });
    return accounts.reduce((sum, one) => sum + one.activityCount, 0);
  };
  for (let at = 0; at < mails.length; at += perArchive) {
    const part = mails.slice(at, at + perArchive);
    const archive = toTar(part.map(({ content }, index) => [`${index}.eml`, content]));
    const first = await upload(`changed-${at}.tar`, archive);
    const once = await stored();
    const second = await upload(`changed-${at}.tar`, archive);
    const [, unread = '0'] = /^(\d+) of \d+ files? w/.exec(saidOf(first)) ?? [];
    const reported = first.found + first.excluded + Number(unread);
    const what = `archive of ${part[0]?.name}`;
    if (first.state !== 'finished' || second.state !== 'finished') {
      faults.push(`${what}: ${saidOf(first)} ${saidOf(second)}`);
    }
    if (reported + first.unreadable < part.length) {
      faults.push(
        `${what}: of ${part.length}, ${first.found} were found, ${first.excluded} left out, ${first.unreadable} not readable, ${unread} not read`,
      );
    }
    if ((await stored()) !== once) faults.push(`${what}: ${await stored()} stored, not ${once}`);
  }
  return { count: mails.length, faults };
}
