import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gmailClient, signIn } from './testing/sign-in.ts';
import { startTestSandbox } from './testing/start-test-sandbox.ts';

/** Real emails in a folder outside the repository; the figures are those of its README. */
const folder = fileURLToPath(new URL('../../../../shared/data/mailboxes/', import.meta.url));
const counts: Record<string, number> = { anoo: 309, eajames: 1550, jrey: 763, mspinler: 227 };
const dayMs = 86_400_000;
const fileOf = (name: string) => `${folder}${name}.mbox.gz`;
const addressOf = (name: string) => `${name}@linux.ibm.com`;
const isThere = Object.keys(counts).every((name) => existsSync(fileOf(name)));

/** The emails of a file by the plainest means, without any code of the sandbox. */
function mailsOf(name: string): string[] {
  return gunzipSync(readFileSync(fileOf(name)))
    .toString('latin1')
    .split(/(?:^|\n\n)From [^\n]*\n/)
    .slice(1)
    .map((mail, index, all) =>
      index === all.length - 1 ? mail.replace(/\n\n$/, '\n') : `${mail}\n`,
    )
    .map((mail) => mail.replaceAll(/^>(>*From )/gm, '$1'));
}

function originalDate(mail: string): number {
  return Date.parse((/^Date: *([^\n(]*)/im.exec(mail)?.[1] ?? '').replaceAll(/\s+/g, ' '));
}

const word = isThere ? '' : ' (skipped: ../shared/data/mailboxes is absent)';

describe.skipIf(!isThere)(`the four real mailboxes${word}`, () => {
  it('are served whole, every date moved alike', { timeout: 60_000 }, async () => {
    const now = Date.now();
    const sandbox = await startTestSandbox({
      now: () => now,
      mailboxes: Object.keys(counts).map((name) => ({
        address: addressOf(name),
        file: fileOf(name),
      })),
    });
    const originals = Object.fromEntries(Object.keys(counts).map((name) => [name, mailsOf(name)]));
    const dates = Object.values(originals).flat().map(originalDate);
    const latest = dates.reduce((maximum, date) => Math.max(maximum, date));
    expect(sandbox.excluded).toEqual([]);
    expect(sandbox.shiftDays).toBe(Math.floor((now - latest) / dayMs));

    for (const [name, count] of Object.entries(counts)) {
      const answer = await fetch(`${sandbox.url}/sandbox/gmail/${addressOf(name)}/messages`);
      const { messages } = (await answer.json()) as { messages: { internalDate: number }[] };
      expect(messages).toHaveLength(count);
      const expected = (originals[name] ?? []).map(
        (mail) => originalDate(mail) + sandbox.shiftDays * dayMs,
      );
      expect(messages.map(({ internalDate }) => internalDate)).toEqual(
        expected.toSorted((a, b) => b - a),
      );
    }
  });

  it('keep every byte but the Date header', { timeout: 60_000 }, async () => {
    const name = 'mspinler';
    const sandbox = await startTestSandbox({
      mailboxes: [{ address: addressOf(name), file: fileOf(name) }],
    });
    const gmail = gmailClient(sandbox.url, await signIn(sandbox.url, addressOf(name)));
    const { data } = await gmail.users.messages.list({ userId: 'me', maxResults: 500 });
    const withoutDate = (mail: string) => mail.replace(/^(Date:) *[^\n]*?(\d\d:\d\d)/im, '$1$2');
    const served: string[] = [];
    for (const { id } of data.messages ?? []) {
      const message = await gmail.users.messages.get({ userId: 'me', id: id ?? '', format: 'raw' });
      served.push(withoutDate(Buffer.from(message.data.raw ?? '', 'base64url').toString('latin1')));
    }
    expect(served.toSorted()).toEqual(mailsOf(name).map(withoutDate).toSorted());
  });

  it('are searched by address, subdomains included', { timeout: 60_000 }, async () => {
    const name = 'eajames';
    const sandbox = await startTestSandbox({
      mailboxes: [{ address: addressOf(name), file: fileOf(name) }],
    });
    const gmail = gmailClient(sandbox.url, await signIn(sandbox.url, addressOf(name)));
    for (const domain of ['aspeedtech.com', 'intel.com', 'jms.id.au', 'ibm.com']) {
      const { data } = await gmail.users.messages.list({
        userId: 'me',
        q: `from:${domain}`,
        maxResults: 500,
      });
      const pattern = new RegExp(
        `^From:[^\\n]*(?:\\n[ \\t][^\\n]*)*[@.]${domain.replaceAll('.', '\\.')}\\b`,
        'im',
      );
      const expected = mailsOf(name).filter((mail) => pattern.test(mail.split('\n\n')[0] ?? ''));
      expect(expected.length).toBeGreaterThan(0);
      expect(data.resultSizeEstimate).toBe(expected.length);
    }
  });
});
