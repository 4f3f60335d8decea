import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { sampleMail, sampleMeeting } from '#modules/activities/sample-mail.fixture.ts';
import { storeTranscript } from '#modules/activities/store-transcript.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import type { TestApp } from '../create-test-app.ts';

export type SharedAtLevel = Awaited<ReturnType<typeof shareWithColleague>>;

/** Words that occur nowhere else, by the least level at which a colleague may see them. */
export const needles: Record<Exclude<ShareLevel, 'activity'>, readonly string[]> = {
  subject: [
    'zulusubject',
    'yankeename',
    'yankee@acme.com',
    'quebecname',
    'quebec@acme.com',
    '13:37.123Z',
  ],
  full: ['xraysummary', 'whiskeybody', 'victorplace', 'uniformtranscript', 'tangofile'],
};

const day = (days: number) => addDays(businessDayOf(new Date()), -days);
/** A time that no other activity has: it is found in a response. */
const at = (days: number, hour = 14) => new Date(`${day(days)}T${hour}:13:37.123Z`);

const yankee = { name: 'Yankeename', email: 'yankee@acme.com' };
const quebec = { name: 'Quebecname', email: 'quebec@acme.com' };
const texts = {
  title: 'Zulusubject',
  summary: 'Xraysummary',
  textBody: 'Whiskeybody',
  metadata: { attachments: ['tangofile.pdf'] },
};

/**
 * Ann shares acme.com with an account to which no one else contributes: a conversation, a meeting, a call, and a
 * person who is going quiet. Bob is a colleague.
 */
export async function shareWithColleague(app: TestApp) {
  const { id: workspaceId } = await app.make.workspace();
  const ann = await app.make.member(workspaceId, { name: 'Ann' });
  const bob = await app.make.member(workspaceId, { name: 'Bob' });
  const { accountId, domainId } = await tracking(app).makeAccount(ann, workspaceId);
  const me = { name: 'Ann', email: ann.email };
  const mail = (days: number, given: object = {}) =>
    sampleMail({
      ...texts,
      occurredAt: at(days),
      participants: [
        { ...yankee, role: 'from' },
        { ...me, role: 'to' },
      ],
      ...given,
    });
  await tracking(app).capture(ann, [
    mail(2, { key: 'first', messageIds: ['<first@acme.com>'] }),
    mail(1, { key: 'second', messageIds: ['<second@acme.com>', '<first@acme.com>'] }),
    sampleMeeting({
      ...texts,
      location: 'Victorplace',
      occurredAt: at(-3),
      participants: [
        { ...yankee, role: 'other' },
        { ...me, role: 'other' },
      ],
    }),
    mail(3, { key: 'call', type: 'call', textBody: 'Whiskeybody' }),
    ...[60, 58, 56, 54, 52, 50, 48].map((days) =>
      mail(days, {
        participants: [
          { ...quebec, role: 'from' },
          { ...me, role: 'to' },
        ],
      }),
    ),
  ]);
  const call = await app.db
    .selectFrom('captured_activities')
    .select('id')
    .where('owner_id', '=', ann.id)
    .where('type', '=', 'call')
    .executeTakeFirstOrThrow();
  await app.db
    .transaction()
    .execute((tx) =>
      storeTranscript(tx, { ownerId: ann.id, capturedId: call.id }, [
        { speaker_name: 'Yankeename', start_time: 0, text: 'Uniformtranscript' },
      ]),
    );
  const { rows: published } = await sql<{ id: string }>`
    select id from account_activities where account_id = ${accountId} order by occurred_at`.execute(
    app.db,
  );
  const { rows: people } = await sql<{ id: string }>`
    select person_id as id from contacts where account_id = ${accountId}`.execute(app.db);
  return {
    app,
    workspaceId,
    accountId,
    domainId,
    ann,
    bob,
    activityIds: published.map(({ id }) => id),
    personIds: people.map(({ id }) => id),
  };
}
