import { expect, it } from 'vitest';
import { capturedContent } from '#test/captured-content.ts';
import { withFiles } from '#test/create-file-lab.ts';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import { hasRealMails, readRealMails, realDomains } from '#test/real-mails.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';

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

it.skipIf(!hasRealMails)(
  `a mailbox as a file gives what the same mailbox gives through Gmail ${hasRealMails ? '' : '(skipped: ../shared is absent)'}`,
  { timeout: 240_000 },
  async () => {
    const mails = await readRealMails();
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
      for (const domain of realDomains) {
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

    const ofGmail = await capturedContent(lab.db, ann.id, 'gmail');
    expect(ofGmail.length).toBeGreaterThan(50);
    expect(await capturedContent(lab.db, ben.id, 'mail_file')).toEqual(ofGmail);
    const figures = await figuresOf(lab, ann, places[0]);
    expect(figures.map(({ domain }) => domain)).toEqual(realDomains.toSorted());
    expect(await figuresOf(lab, ben, places[1])).toEqual(figures);

    // From both, each is one activity.
    await files.importFile(ann, (await files.upload(ann, content)).id);
    expect(await capturedContent(lab.db, ann.id, 'mail_file')).toEqual(ofGmail);
    expect(await figuresOf(lab, ann, places[0])).toEqual(figures);
  },
);
