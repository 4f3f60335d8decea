import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ActivityToCapture } from '../../../apps/server/src/modules/activities/activity-to-capture.ts';
import { captureAndPublish } from '../../../apps/server/src/modules/activities/capture-and-publish.fixture.ts';
import { importDomains } from '../../../apps/server/src/modules/domains/tracking/import-domains.ts';
import type { Context } from '../../../apps/server/src/platform/context.ts';
import { mapMail } from '../../../apps/server/src/providers/gmail/map-mail.ts';
import { createMailReaderPool } from '../../../apps/server/src/providers/mail/mime/mail-reader-pool.ts';
import { mapEvent } from '../../../apps/server/src/providers/google-calendar/map-event.ts';
import { corpus, mailFiles, markupMails, nameMails, type HostileMail } from './hostile-mails.ts';
import type { TestUser } from './team.ts';

export interface HostileRequest {
  person: TestUser;
  workspaceId: string;
}

/** The captured activities as the server returns them; empty without the corpus. */
export interface CapturedCorpus {
  accountId: string;
  captured: { name: string; id: string; type: string; title: string; marks: number }[];
}

const domain = 'hostile.example';
const dayMs = 86_400_000;
/** Emails on one day; a new day makes the feed show a heading. */
const mailsADay = 30;

/**
 * Imports every email, string and invitation of the corpus into the database through the real
 * ones: through the mapping of its provider and through capture.
 */
export async function captureHostile(
  { db }: Context,
  sandboxUrl: string,
  { person, workspaceId }: HostileRequest,
): Promise<CapturedCorpus> {
  if (!existsSync(corpus)) return { accountId: '', captured: [] };
  const [imported] = await importDomains(db, person.id, {
    domains: [domain],
    source: 'manual',
    name: 'Hostile',
    workspaceId,
  });
  const accountId = imported?.workspaceAccount?.id ?? '';
  const mails = [...(await mailFiles()), ...(await markupMails()), ...(await nameMails())];
  const activities = [...(await mapAll(mails)), ...(await mapEvents(sandboxUrl, person.email))];
  const from = { ownerId: person.id, provider: 'gmail', source: person.email };
  await captureAndPublish(db, from, activities);

  // In two statements: on a cluster they are read from two nodes.
  const stored = await db
    .selectFrom('captured_activities')
    .select(['id', 'external_id'])
    .where('owner_id', '=', person.id)
    .execute();
  const names = new Map(stored.map(({ id, external_id: name }) => [id, name]));
  const published = await db
    .selectFrom('account_activities')
    .select(['id', 'type', 'title', 'captured_id'])
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', accountId)
    .orderBy('occurred_at', 'desc')
    .execute();
  const marks = new Map(mails.map((mail) => [mail.name, mail.marks ?? 0]));
  return {
    accountId,
    captured: published.map(({ captured_id: capturedId, ...one }) => {
      const name = names.get(capturedId) ?? '';
      return { ...one, name, marks: marks.get(name) ?? 0 };
    }),
  };
}

async function mapAll(mails: readonly HostileMail[]): Promise<ActivityToCapture[]> {
  const read = createMailReaderPool();
  return Promise.all(
    mails.map(async ({ name, raw }, index) => {
      const arrived = Date.now() - Math.floor(((index + 1) / mailsADay) * dayMs);
      const map = (text: Buffer) =>
        mapMail({ id: name, internalDate: String(arrived), raw: text.toString('base64url') }, read);
      // An email without a sender is refused; here it is its text that matters.
      const mapped = await map(raw).catch(() =>
        map(Buffer.concat([Buffer.from('From: nobody@hostile.example\r\n'), raw])),
      );
      // Each by itself, since the corpus contains copies and replies.
      return concerning({ ...mapped, key: `message-id:<${name}>`, messageIds: [`<${name}>`] });
    }),
  );
}

/** The invitations as the calendar's API returns them. */
async function mapEvents(sandboxUrl: string, address: string): Promise<ActivityToCapture[]> {
  const calendar = `${sandboxUrl}/sandbox/google-calendar/${encodeURIComponent(address)}/events`;
  const folder = path.join(corpus, 'calendar');
  for (const name of await readdir(folder)) {
    const body = await readFile(path.join(folder, name));
    const answer = await fetch(calendar, { method: 'POST', body });
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
  }
  const { events } = (await (await fetch(calendar)).json()) as {
    events: Parameters<typeof mapEvent>[0][];
  };
  return events.flatMap((event) => mapEvent(event) ?? []).map(concerning);
}

/** Only what concerns a tracked domain is stored. */
const concerning = (activity: ActivityToCapture): ActivityToCapture => ({
  ...activity,
  participants: [
    ...activity.participants,
    { name: 'Reader', email: `reader@${domain}`, role: 'other' },
  ],
});
