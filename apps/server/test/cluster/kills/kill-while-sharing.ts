import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createAccount } from '#modules/accounts/create-account.ts';
import { captureActivities } from '#modules/activities/capture-activities.ts';
import { publisherOf } from '#modules/activities/publishing/publisher/publisher-of.ts';
import { sampleMail } from '#modules/activities/sample-mail.fixture.ts';
import type { MadePerson } from '../../test-makers.ts';
import { messageIdOf } from './kill-while-syncing.ts';
import { type TestResponse, type KillWorld, until } from './kill-world.ts';

export interface ShareOutcome {
  kills: number;
  /** How often each response came, such as `unshare 503`. */
  responses: Map<string, number>;
  /** What contradicts a response, or the shares, in a sentence each. */
  contradictions: string[];
}

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
};

/** Each domain can be shared with either workspace. */
export async function createAccounts({ world: { db }, bob, workspaces }: KillWorld) {
  for (const workspaceId of workspaces) {
    const found = await db
      .selectFrom('workspace_accounts')
      .select('domain')
      .where('workspace_id', '=', workspaceId)
      .execute();
    for (const domain of ['acme.com', 'globex.com', 'initech.com']) {
      if (found.some((account) => account.domain === domain)) continue;
      const account = { workspaceId, domain, name: domain, creatorId: bob.id };
      await db.transaction().execute((tx) => createAccount(tx, account));
    }
  }
}

/** Bob, who has received the emails to acme.com and globex.com as well. */
export async function captureForBob({ world, bob, call }: KillWorld, mails: number) {
  await call(bob, 'POST', '/api/accounts/import', { domains: ['acme.com', 'globex.com'] });
  const from = { ownerId: bob.id, provider: 'gmail', source: bob.email };
  const copies = Array.from({ length: mails }, (_, number) =>
    sampleMail({
      externalId: `bob-${number}`,
      key: `message-id:${messageIdOf(number)}`,
      messageIds: [messageIdOf(number)],
      participants: [
        { name: '', email: number % 2 === 0 ? 'bob@acme.com' : 'gus@globex.com', role: 'from' },
        { name: '', email: bob.email, role: 'to' },
      ],
    }),
  );
  for (let start = 0; start < copies.length; start += 100) {
    await world.db
      .transaction()
      .execute((tx) => captureActivities(tx, from, copies.slice(start, start + 100)));
  }
  await publisherOf(world.db).finish(world.db, bob.id);
}

/** Shares and unshares domains of two users with two workspaces while a worker node is killed. */
export async function killWhileSharing(
  kill: KillWorld,
  { kills, say }: { kills: number; say: (line: string) => void },
): Promise<ShareOutcome> {
  const responses = new Map<string, number>();
  const contradictions: string[] = [];
  for (let count = 0; count < kills; count += 1) {
    const change = await chooseChange(kill);
    const worker = pick(kill.workers);
    const responding = change.send();
    await sleep(Math.random() * 600);
    await worker.kill();
    await sleep(Math.random() * 1_500);
    await worker.start();
    const response = await responding;
    const name = `${change.name} ${response.status}`;
    responses.set(name, (responses.get(name) ?? 0) + 1);
    await untilRecovered(kill);
    const found = await contradictionsOf(kill, change, response);
    contradictions.push(...found);
    say(`${count + 1} kills while sharing: ${name} ${response.message ?? ''} ${found.join(' ')}`);
  }
  await until('nothing waits', async () => {
    const waiting = await kill.world.db.selectFrom('publish_requests').select('id').execute();
    return waiting.length === 0;
  });
  return { kills, responses, contradictions };
}

export interface Change {
  name: 'share' | 'unshare';
  person: MadePerson;
  domainId: string;
  workspaceId: string;
  /** Contributions of the user in the workspace before. */
  before: number;
  send: () => Promise<TestResponse>;
}

async function chooseChange(kill: KillWorld): Promise<Change> {
  const person = pick([kill.world.ann, kill.bob]);
  const domains = await kill.world.db
    .selectFrom('domains')
    .select('id')
    .where('owner_id', '=', person.id)
    .execute();
  const { id } = pick(domains);
  const share = await findShare(kill, person, id);
  return share === undefined
    ? changeOf(kill, 'share', { person, domainId: id, workspaceId: pick(kill.workspaces) })
    : changeOf(kill, 'unshare', { person, domainId: id, workspaceId: share });
}

/** The workspace that a domain is shared with. */
export async function findShare({ world }: KillWorld, person: MadePerson, domainId: string) {
  const share = await world.db
    .selectFrom('domain_shares')
    .select('workspace_id')
    .where('owner_id', '=', person.id)
    .where('domain_id', '=', domainId)
    .executeTakeFirst();
  return share?.workspace_id;
}

export async function changeOf(
  kill: KillWorld,
  name: Change['name'],
  { person, domainId, workspaceId }: Pick<Change, 'person' | 'domainId' | 'workspaceId'>,
): Promise<Change> {
  const body = { domainId, workspaceId };
  const before = await countContributions(kill, person, workspaceId);
  const send = () =>
    name === 'share'
      ? kill.call(person, 'POST', '/api/accounts/domains/share', body)
      : kill.call(person, 'DELETE', '/api/accounts/domains/unshare', body);
  return { name, person, domainId, workspaceId, before, send };
}

async function countContributions(
  { world }: KillWorld,
  person: MadePerson,
  workspaceId: string,
): Promise<number> {
  const { count } = await world.db
    .selectFrom('account_activity_contributors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Waits until every node responds and no transaction waits for its end. */
export async function untilRecovered({ world }: KillWorld): Promise<void> {
  await until('every node has recovered', async () => {
    const { rows } = await sql<{ success: boolean; result: string }>`
      select success, result
      from run_command_on_workers('select count(*) from pg_prepared_xacts')`.execute(world.db);
    return rows.every(({ success, result }) => success && result === '0');
  });
}

const LEFT = 'could not be removed from the workspace completely';

/** Of one response, what it said that is not so. */
async function contradictionsOf(
  kill: KillWorld,
  { name, person, domainId, workspaceId, before }: Change,
  { status, message = '' }: TestResponse,
): Promise<string[]> {
  const what = `${name} of ${domainId} responded ${status} “${message}”, but`;
  const isShared = (await findShare(kill, person, domainId)) === workspaceId;
  const now = await countContributions(kill, person, workspaceId);
  const foreign = await countForeign(kill);
  const found: string[] = [];
  if (foreign > 0) found.push(`${what} ${foreign} contributions are not covered by a share.`);
  if (status !== 200 && status !== 503) found.push(`${what} that says nothing of the node.`);
  if (name === 'share' && status === 200 && !isShared) found.push(`${what} it is not shared.`);
  if (name === 'unshare' && status === 200 && isShared) found.push(`${what} it is shared.`);
  if (name === 'unshare' && status === 503 && !message.includes(LEFT)) {
    if (!isShared) found.push(`${what} it is not shared any more.`);
    if (now !== before) found.push(`${what} ${before - now} contributions are gone.`);
  }
  return found;
}

/** Contributions in accounts with which their user shares nothing and from which nothing is being withdrawn. */
async function countForeign({ world: { db } }: KillWorld): Promise<number> {
  const shares = await db.selectFrom('domain_shares').select(['owner_id', 'account_id']).execute();
  const withdrawals = await db
    .selectFrom('publish_requests')
    .select(['owner_id', 'account_id'])
    .where('kind', '=', 'withdrawal')
    .execute();
  const covered = new Set(
    [...shares, ...withdrawals].map((one) => `${one.owner_id} ${one.account_id}`),
  );
  const found = await db
    .selectFrom('account_activity_contributors')
    .select(['user_id', 'account_id'])
    .execute();
  return found.filter((one) => !covered.has(`${one.user_id} ${one.account_id}`)).length;
}
