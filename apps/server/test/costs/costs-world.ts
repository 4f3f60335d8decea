import { sql } from 'kysely';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { captureAndPublish } from '#modules/activities/capture-and-publish.fixture.ts';
import { sampleMail, sampleMeeting } from '#modules/activities/sample-mail.fixture.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { shareDomain } from '#modules/domains/sharing/share-domain.ts';
import type { Database } from '#platform/database/create-database.ts';
import { captureMails, createAccounts } from '../abuse/fair-use-world.ts';
import { fillReadModel } from '../fill-read-model.ts';
import { createMakers, type MadePerson } from '../test-makers.ts';
import { captureConversation } from './capture-conversation.ts';
import { fillLists } from './fill-lists.ts';
import type { WorldSize } from './world-size.ts';

export interface CostsWorld {
  workspaceId: string;
  /** An administrator and owner of the workspace, whose calls are measured. */
  ann: MadePerson;
  /** Other members, who share nothing. */
  colleagues: MadePerson[];
  /** Accounts by their domain. */
  accountIds: Record<string, string>;
  /** The id by which Ann tracks the domain with the most emails. */
  domainId: string;
  /** The newest message of the long conversation. */
  messageId: string;
  /** An email to many people. */
  circularId: string;
  callId: string;
  meetingId: string;
  /** The connected mailbox. */
  integrationId: string;
  /** A contact of the account with the most emails. */
  personId: string;
}

export const domains = {
  mails: 'large.example',
  conversation: 'thread.example',
  circulars: 'circulars.example',
} as const;

/** Fills a workspace so that each call returns and reads as much as the size and the limits allow. */
export async function createCostsWorld(db: Database, size: WorldSize): Promise<CostsWorld> {
  const make = createMakers(db);
  // Half a gigabyte of text takes minutes to compress.
  await sql`alter table captured_activities alter column html_body set storage external`.execute(
    db,
  );
  const { id: workspaceId } = await make.workspace();
  const ann = await make.person({ email: 'ann@costs.example', is_admin: true });
  await make.membership(workspaceId, ann.id, 'owner');
  const colleagues = await Promise.all(Array.from({ length: 3 }, () => make.member(workspaceId)));
  await createAccounts(db, { workspaceId, creatorId: ann.id, count: size.accounts });
  const accountIds: Record<string, string> = {};
  for (const domain of Object.values(domains)) {
    const { id } = await db
      .insertInto('workspace_accounts')
      .values({ workspace_id: workspaceId, domain, name: domain, created_by: ann.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    accountIds[domain] = id;
  }
  const integrationId = await fillLists(db, { workspaceId, ann, size });
  await fillReadModel(db, workspaceId);
  const many = Array.from({ length: size.domains }, (_, at) => `d${at}.example`);
  await importDomains(db, ann.id, { domains: many, source: 'manual' });
  const tracked = await importDomains(db, ann.id, {
    domains: Object.values(domains),
    source: 'manual',
  });
  const ids = Object.fromEntries(tracked.map(({ domain }) => [domain.domain, domain.id]));
  const of = (domain: string) => ({ ownerId: ann.id, domain, domainId: ids[domain] ?? '' });
  await captureMails(db, { ...of(domains.mails), count: size.mails });
  await captureConversation(db, { ...of(domains.conversation), ...size.conversation });
  await captureConversation(db, {
    ...of(domains.circulars),
    ...size.circulars,
    bytes: 3_000,
    isThread: false,
  });
  // The planner knows nothing of tables that were just filled.
  await sql`vacuum analyze`.execute(db);
  for (const domain of Object.values(domains)) {
    await shareDomain(db, { userId: ann.id, workspaceId, domainId: ids[domain] ?? '' });
  }
  await takeRemainingSteps(db, () => false);
  const others = await captureOthers(db, ann, { domain: domains.mails, sentences: size.sentences });
  await sql`vacuum analyze`.execute(db);
  const newest = async (domain: string) => {
    const { id } = await db
      .selectFrom('account_activities')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountIds[domain] ?? '')
      .orderBy('occurred_at', 'desc')
      .executeTakeFirstOrThrow();
    return id;
  };
  return {
    workspaceId,
    ann,
    colleagues,
    accountIds,
    domainId: ids[domains.mails] ?? '',
    messageId: await newest(domains.conversation),
    circularId: await newest(domains.circulars),
    integrationId,
    ...others,
    personId: await findPerson(db, workspaceId),
  };
}

/** A call with a long transcript, and a meeting of many people within the hour. */
async function captureOthers(
  db: Database,
  ann: MadePerson,
  { domain, sentences }: { domain: string; sentences: number },
) {
  const participants = Array.from({ length: 200 }, (_, at) => ({
    name: `Guest ${at}`,
    email: `guest${at}@${domain}`,
    role: 'other' as const,
  }));
  const soon = new Date(Date.now() + 3_600_000);
  await captureAndPublish(db, { ownerId: ann.id, provider: 'gmail', source: ann.email }, [
    sampleMail({ type: 'call', key: 'call', title: 'Call', participants }),
    sampleMeeting({ occurredAt: soon, title: 'Meeting', participants }),
  ]);
  const publishedAs = (title: string) =>
    db
      .selectFrom('account_activities')
      .select(['id', 'captured_id'])
      .where('owner_id', '=', ann.id)
      .where('title', '=', title)
      .executeTakeFirstOrThrow();
  const call = await publishedAs('Call');
  await sql`
    insert into call_transcripts (owner_id, captured_id, sentences)
    select ${ann.id}, ${call.captured_id}, jsonb_agg(jsonb_build_object(
      'speaker_name', 'Guest ' || n % 3, 'start_time', n, 'text', 'What was said. ' || md5(n::text)))
    from generate_series(1, ${sentences}::integer) n`.execute(db);
  return { callId: call.id, meetingId: (await publishedAs('Meeting')).id };
}

async function findPerson(db: Database, workspaceId: string): Promise<string> {
  const { person_id: id } = await db
    .selectFrom('contacts')
    .select('person_id')
    .where('workspace_id', '=', workspaceId)
    .where('address', '=', `person1@${domains.mails}`)
    .executeTakeFirstOrThrow();
  return id;
}
