import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { shareDomain } from '#modules/domains/sharing/share-domain.ts';
import type { Database } from '#platform/database/create-database.ts';
import { createMakers, type MadePerson } from '../test-makers.ts';
import { fillReadModel } from '../fill-read-model.ts';

/** Captured emails of the domain whose sharing takes longest. */
const largeDomainMails = 100_000;
const smallDomainMails = 1_000;
const accounts = 50_000;
/** At each domain. */
const people = 50;

export const largeDomain = 'large.example';
export const smallDomain = 'small.example';

/** Someone who tracks a domain that a workspace has an account for. */
export interface Tracker extends MadePerson {
  /** The user's tracked domains by name. */
  domainIds: Record<string, string>;
}

export interface FairUseWorld {
  workspaceId: string;
  /** Owner of the workspace; tracks as many domains as anyone can. */
  noisy: Tracker;
  /** Owner of the same workspace. */
  other: Tracker;
  accountIds: Record<string, string>;
}

/**
 * Fills a workspace so that the requests of its two owners are as expensive as the limits allow:
 * an account with 100,000 activities, 50,000 accounts, and as many tracked domains as anyone can
 * have.
 */
export async function createFairUseWorld(db: Database): Promise<FairUseWorld> {
  const make = createMakers(db);
  const { id: workspaceId } = await make.workspace();
  const noisy = await make.person({ email: 'noisy@fair.example' });
  const other = await make.person({ email: 'other@fair.example' });
  for (const { id } of [noisy, other]) await make.membership(workspaceId, id, 'owner');
  await createAccounts(db, { workspaceId, creatorId: noisy.id, count: accounts });
  const accountIds: Record<string, string> = {};
  for (const domain of [largeDomain, smallDomain]) {
    const { id } = await db
      .insertInto('workspace_accounts')
      .values({ workspace_id: workspaceId, domain, name: domain, created_by: noisy.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    accountIds[domain] = id;
  }
  await fillReadModel(db, workspaceId);
  const many = Array.from({ length: limits.trackedDomains - 10 }, (_, at) => `d${at}.example`);
  await importDomains(db, noisy.id, { domains: many, source: 'manual' });
  const track = async (person: MadePerson, mails: Record<string, number>): Promise<Tracker> => {
    const imported = await importDomains(db, person.id, {
      domains: Object.keys(mails),
      source: 'manual',
    });
    const domainIds = Object.fromEntries(imported.map(({ domain }) => [domain.domain, domain.id]));
    for (const [domain, count] of Object.entries(mails)) {
      const domainId = domainIds[domain] ?? '';
      await captureMails(db, { ownerId: person.id, domain, domainId, count });
    }
    return { ...person, domainIds };
  };
  const world = {
    workspaceId,
    noisy: await track(noisy, { [largeDomain]: largeDomainMails }),
    other: await track(other, { [largeDomain]: smallDomainMails, [smallDomain]: smallDomainMails }),
    accountIds,
  };
  // What one of them shares, so that the account is never without activities and people.
  await shareDomain(db, {
    userId: noisy.id,
    workspaceId,
    domainId: world.noisy.domainIds[largeDomain] ?? '',
  });
  await sql`vacuum analyze`.execute(db);
  return world;
}

/** Accounts with activity on five of the last days; `fillReadModel` lists them. */
export async function createAccounts(
  db: Database,
  { workspaceId, creatorId, count }: { workspaceId: string; creatorId: string; count: number },
): Promise<void> {
  await sql`
    insert into workspace_accounts (workspace_id, domain, name, created_by, created_at,
      activity_count, last_activity_at, last_activity_type, last_activity_title)
    select ${workspaceId}, 'company' || n || '.example', 'Company ' || n, ${creatorId},
      now() - n * interval '1 minute', 20, now() - (n % 5000) * interval '17 minutes', 'email',
      'Re: Order ' || n || ' and what follows from it'
    from generate_series(1, ${count}::integer) n`.execute(db);
  await sql`
    insert into account_days (workspace_id, account_id, day, internal, external, total)
    select workspace_id, id, current_date - n * 4, 1, 3, 4
    from workspace_accounts, generate_series(0, 4) n`.execute(db);
}

/** Emails of some people in threads of four over 84 days, with texts of some three kilobytes. */
export async function captureMails(
  db: Database,
  {
    ownerId,
    domain,
    domainId,
    count,
  }: { ownerId: string; domain: string; domainId: string; count: number },
): Promise<void> {
  const key = `mail of ${domainId} `;
  await sql`
    with captured as (
      insert into captured_activities (owner_id, provider, source, external_id, activity_key, type,
        occurred_at, title, summary, participants, html_body, text_body, thread_refs)
      select ${ownerId}, 'gmail', 'ann@fair.example', ${key} || n, md5(${key} || n)::uuid, 'email',
        now() - n * interval '84 days' / ${count}::integer, 'Matter ' || n,
        repeat('A summary. ', 12),
        jsonb_build_array(
          jsonb_build_object('name', 'Person ' || n % ${people}::integer,
            'email', 'person' || n % ${people}::integer || '@' || ${domain}, 'role', 'from'),
          jsonb_build_object('name', 'Ann', 'email', 'ann@fair.example', 'role', 'to')),
        repeat(md5(n::text) || ' html ', 40),
        repeat(md5(n::text) || ' text ', 25),
        array(select distinct md5(${key} || of)::uuid from unnest(array[n, n - n % 4]) as of)
      from generate_series(1, ${count}::integer) n
      returning owner_id, id, activity_key
    )
    insert into captured_activity_domains (owner_id, domain_id, activity_key, captured_id, side)
    select owner_id, ${domainId}, activity_key, id, 'external' from captured`.execute(db);
}
