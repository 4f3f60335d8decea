import { existsSync } from 'node:fs';
import path from 'node:path';
import { readMbox } from '@repo/sandbox/mail/read-mbox';
import { expect, it } from 'vitest';
import { withFiles } from '../../../../test/create-file-lab.ts';
import { createSyncLab, mailbox, type SyncLab } from '../../../../test/create-sync-lab.ts';
import type { Made, MadePerson } from '../../../../test/test-makers.ts';

const file = path.resolve(
  import.meta.dirname,
  '../../../../../../../shared/data/mailboxes/mspinler.mbox.gz',
);
const isThere = existsSync(file);
const domains = ['ibm.com', 'intel.com', 'google.com', 'openbmc.org'];

/** The emails of a real mailbox, moved to the last weeks, 20 minutes apart. */
async function readMails(): Promise<{ text: string; date: Date }[]> {
  const mails: { text: string; date: Date }[] = [];
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  for await (const mail of readMbox(file)) {
    const date = new Date(now - (mails.length + 1) * 20 * 60_000);
    const text = mail.toString('latin1').replace(/^date:.*$/im, `Date: ${date.toUTCString()}`);
    mails.push({ text, date });
  }
  return mails;
}

/** As mail programs write it: `Mon Jan  1 10:00:00 2024`. */
function separatorDate(date: Date): string {
  const [weekday = '', day = '', month = '', year = '', clock = ''] = date.toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${clock} ${year}`;
}

const toMbox = (mails: readonly { text: string; date: Date }[]): Buffer =>
  Buffer.from(
    mails
      .map(({ text, date }) => {
        const quoted = text.replaceAll(/^(>*From )/gm, '>$1');
        return `From someone@example.org ${separatorDate(date)}\n${quoted}\n`;
      })
      .join(''),
    'latin1',
  );

const contentOf = async ({ db }: SyncLab, { id }: MadePerson, provider: string) => {
  const rows = await db
    .selectFrom('captured_activities as captured')
    .leftJoin('captured_activity_domains as link', (join) =>
      join
        .onRef('link.owner_id', '=', 'captured.owner_id')
        .onRef('link.captured_id', '=', 'captured.id'),
    )
    .leftJoin('domains', (join) =>
      join
        .onRef('domains.owner_id', '=', 'link.owner_id')
        .onRef('domains.id', '=', 'link.domain_id'),
    )
    .select(['captured.activity_key', 'captured.occurred_at', 'title', 'summary', 'participants'])
    .select(['captured.bcc', 'html_body', 'text_body', 'thread_refs', 'link.side'])
    .select('domains.domain')
    .where('captured.owner_id', '=', id)
    .where('captured.provider', '=', provider)
    .execute();
  return rows.map((row) => JSON.stringify(row)).sort();
};

/** Reads what the members of a workspace see in the grid and on the page of each account. */
async function figuresOf(lab: SyncLab, { token }: MadePerson, { id: workspaceId }: Made) {
  const { data } = await lab.call('GET /api/workspaces/{workspaceId}/accounts', {
    token,
    params: { workspaceId },
    query: { includeTimeline: 'true' },
  });
  const accounts = data.accounts.toSorted((one, other) => (one.domain < other.domain ? -1 : 1));
  const figures = [];
  for (const { id: accountId, domain, timelineSummary } of accounts) {
    const { data: timeline } = await lab.call('GET /api/accounts/{accountId}/timeline', {
      token,
      params: { accountId },
      query: { range: '12W' },
    });
    figures.push({ domain, timelineSummary, entries: timeline.activities.length });
  }
  return figures;
}

it.skipIf(!isThere)(
  `a mailbox as a file gives what the same mailbox gives through Gmail ${isThere ? '' : '(skipped: ../shared is absent)'}`,
  { timeout: 240_000 },
  async () => {
    const mails = await readMails();
    const lab = await createSyncLab();
    const files = withFiles(lab);
    await lab.sandbox.addMessages(
      mailbox,
      mails.map(({ text }) => Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'), 'latin1')),
    );
    const places = [await lab.make.workspace(), await lab.make.workspace()] as const;
    const people = [
      await lab.make.member(places[0].id),
      await lab.make.member(places[1].id),
    ] as const;
    for (const [index, { token }] of people.entries()) {
      for (const domain of domains) {
        const workspaceId = places[index]?.id ?? '';
        const body = { domains: [domain], workspaceId, name: domain };
        void (await lab.call('POST /api/accounts/import', { token, body })).data;
      }
    }
    const [ann, ben] = people;
    lab.startWorker();
    files.startReading();
    await lab.connect(ann);
    expect((await lab.rested(ann)).lastSync).toMatchObject({ outcome: 'done', failed: 0 });
    const content = toMbox(mails);
    const checked = await files.upload(ben, content);
    expect(checked).toMatchObject({ found: mails.length, unreadable: 0 });
    expect(await files.importFile(ben, checked.id)).toMatchObject({ unreadable: 0 });

    const ofGmail = await contentOf(lab, ann, 'gmail');
    expect(ofGmail.length).toBeGreaterThan(50);
    expect(await contentOf(lab, ben, 'mail_file')).toEqual(ofGmail);
    const figures = await figuresOf(lab, ann, places[0]);
    expect(figures.map(({ domain }) => domain)).toEqual(domains.toSorted());
    expect(await figuresOf(lab, ben, places[1])).toEqual(figures);

    // From both, each is one activity.
    await files.importFile(ann, (await files.upload(ann, content)).id);
    expect(await contentOf(lab, ann, 'mail_file')).toEqual(ofGmail);
    expect(await figuresOf(lab, ann, places[0])).toEqual(figures);
  },
);
