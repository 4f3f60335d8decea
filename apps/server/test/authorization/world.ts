import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { importDomains } from '../../src/modules/domains/import-domains.ts';
import type { ActivityToCapture } from '../../src/modules/activities/activity-to-capture.ts';
import { captureActivities } from '../../src/modules/activities/capture-activities.ts';
import { sampleMail } from '../../src/modules/activities/sample-mail.fixture.ts';
import { createIconAddress } from '../../src/modules/accounts/icons/icon-address.ts';
import { IconCache } from '../../src/modules/accounts/icons/icon-cache.ts';
import { issueResetToken } from '../../src/modules/auth/password-reset/reset-token.ts';
import { sealCredentials } from '../../src/modules/integrations/connect/credentials.ts';
import { rememberConnection } from '../../src/modules/integrations/connect/oauth-states.ts';
import { storePendingGrant } from '../../src/modules/integrations/connect/pending-grants.ts';
import { createToken, hashToken } from '../../src/platform/secrets/token.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import type { Made, MadePerson } from '../test-makers.ts';
import { type Caller, callers } from './callers.ts';
import { findPeople, type People } from './find-people.ts';
import { standInProviders } from './stand-in-providers.ts';
import { fillReadModel } from '../fill-read-model.ts';

export interface Person extends MadePerson {
  /** A tracked domain that is shared with no one, and that Ours and Theirs have an account for. */
  domainId: string;
  /** The id of a captured email with that domain. */
  capturedId: string;
  /** Gmail; `webhookId` is Fathom, `webhookToken` what its deliveries bear. */
  mailboxId: string;
  webhookId: string;
  webhookToken: string;
  /** An uploaded file that was checked. */
  mailFileId: string;
  /** The OAuth states of started connections, by provider. */
  states: { gmail: string; fathom: string };
  /** Confirms what Gmail granted to a connection that was begun. */
  confirm: string;
  resetToken: string;
  /** The id of the live session. */
  sessionId: string;
}

export interface Place extends Made, People {
  organizationId: string;
  owner: Person;
  /** Can be changed and removed by anyone who manages the place. */
  colleague: Person;
  /** Has chosen no password yet. */
  invited: MadePerson;
  /** To an address that no one has. */
  invitationId: string;
  accountId: string;
  /** A view that is shared with the workspace, and a private one, both of the colleague. */
  sharedViewId: string;
  privateViewId: string;
  /** The id of a second account of the workspace. */
  otherAccountId: string;
  /** The id of a deleted account that can be restored. */
  deletedAccountId: string;
  /** The id of an account that was merged into the first one. */
  mergedAccountId: string;
  /** A call. */
  activityId: string;
  conversationId: string;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** In everything that only the members of a workspace may see, and in what is one user's own. */
export const secretOf = (name: string): string => `secret-of-${name}`;

/** No one and nothing has it. */
export const absent = '0192f0c0-0000-7000-8000-000000000000';

/** Two workspaces that know nothing of each other, with every kind of caller around the first. */
export async function createWorld() {
  const app = await createTestApp({
    config: { allowUserDataReset: true },
    providers: standInProviders,
    transcripts: async () => [{ speaker_name: 'Ann', start_time: 0, text: 'Good morning' }],
  });
  const person = async (name: string, given = {}) =>
    equip(app, await app.make.person({ name, email: `${name}@company.com`, ...given }));
  const ours = await createPlace(app, 'ours', person);
  const theirs = await createPlace(app, 'theirs', person);
  const people: Record<Caller, Person> = {
    signedOut: { ...(await person('signed-out')), token: '' },
    expired: await person('expired'),
    inactive: await person('inactive'),
    stranger: await person('stranger'),
    outsider: await person('outsider'),
    member: await person('member'),
    owner: ours.owner,
    administrator: await person('administrator', { is_admin: true }),
  };
  for (const one of [people.expired, people.inactive, people.member]) {
    await app.make.membership(ours.id, one.id);
  }
  await app.make.membership(theirs.id, people.outsider.id);
  const monthAgo = new Date(Date.now() - 31 * 86_400_000);
  await app.db
    .updateTable('sessions')
    .set({ last_used_at: monthAgo })
    .where('user_id', '=', people.expired.id)
    .execute();
  await app.db
    .updateTable('users')
    .set({ is_active: false })
    .where('id', '=', people.inactive.id)
    .execute();
  const icons = new IconCache(path.join(app.context.config.dataDir, 'icons'));
  await icons.write('acme.com', undefined);
  const [, , , , iconSignature = ''] = createIconAddress(app.context.config)('acme.com').split('/');
  const elsewhere = await app.make.workspace();
  const invitations: Partial<Record<Caller, string>> = {};
  for (const caller of callers) {
    const { email } = people[caller];
    invitations[caller] = (await createInvitation(app, elsewhere.id, email)).token;
  }
  const toNobody = await createInvitation(app, elsewhere.id, 'nobody-yet@company.com');
  return {
    app,
    people,
    ours,
    theirs,
    iconSignature,
    /** Tokens of links to a workspace that none of them is in, by whom it invites. */
    invitations: { ...(invitations as Record<Caller, string>), nobody: toNobody.token },
  };
}

async function createInvitation(
  { db }: TestApp,
  workspaceId: string,
  email: string,
  inviterName = 'Inviter',
) {
  const token = createToken();
  const { id } = await db
    .insertInto('invitations')
    .values({
      workspace_id: workspaceId,
      email,
      role: 'member',
      token_hash: hashToken(token),
      inviter_name: inviterName,
      by_administrator: false,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** Gives a user something of everything that is their own. */
async function equip({ context, db }: TestApp, made: MadePerson): Promise<Person> {
  const [own] = await importDomains(db, made.id, { domains: ['initech.com'], source: 'manual' });
  await importDomains(db, made.id, { domains: [`${secretOf(made.name)}.com`], source: 'manual' });
  await db.insertInto('histories').values({ owner_id: made.id, since: '2025-03-01' }).execute();
  const from = { ownerId: made.id, provider: 'gmail', source: made.email };
  const unshared = writtenTo('ann@initech.com', secretOf(made.name), 'private');
  await db.transaction().execute((tx) => captureActivities(tx, from, [unshared]));
  const { id: capturedId } = await db
    .selectFrom('captured_activities')
    .select('id')
    .where('owner_id', '=', made.id)
    .executeTakeFirstOrThrow();
  const webhookToken = createToken();
  // Fresh for as long as the matrix takes: discovery asks for a sync where the last is a minute ago.
  const lastSynced = new Date(Date.now() + 3_600_000);
  const connect = async (provider: string, hash: Buffer | null) => {
    const connected = { owner_id: made.id, provider, source: made.email, webhook_token_hash: hash };
    const { id } = await db
      .insertInto('integrations')
      .values({ ...connected, cursor: '{}', last_synced_at: lastSynced })
      .returning('id')
      .executeTakeFirstOrThrow();
    const credentials = { webhookToken, secret: secretOf(made.name) };
    await db
      .updateTable('integrations')
      .set(sealCredentials(context, id, credentials))
      .where('id', '=', id)
      .execute();
    const failure = { external_id: secretOf(made.name), reason: secretOf(made.name) };
    await db
      .insertInto('failed_items')
      .values({ owner_id: made.id, integration_id: id, ...failure, payload: null })
      .execute();
    return id;
  };
  const begin = async (provider: 'gmail' | 'fathom') =>
    (await rememberConnection(db, made.id, provider)).state;
  const { id: mailFileId } = await db
    .insertInto('mail_files')
    .values({
      owner_id: made.id,
      name: secretOf(made.name),
      size: 10,
      received: 10,
      state: 'ready',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    ...made,
    mailFileId,
    domainId: own?.domain.id ?? '',
    capturedId,
    mailboxId: await connect('gmail', null),
    webhookId: await connect('fathom', hashToken(webhookToken)),
    webhookToken,
    states: { gmail: await begin('gmail'), fathom: await begin('fathom') },
    confirm: await storePendingGrant(context, 'gmail', made.id, {
      credentials: { secret: secretOf(made.name) },
      source: made.email,
    }),
    resetToken: await issueResetToken(db, { kind: 'requested', userId: made.id, hours: 1 }),
    sessionId: await findSessionId(db, made.id),
  };
}

async function findSessionId(db: TestApp['db'], userId: string): Promise<string> {
  const { id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return id;
}

async function createPlace(
  app: TestApp,
  name: string,
  person: (name: string) => Promise<Person>,
): Promise<Place> {
  const { db, make } = app;
  const { id: organizationId } = await make.organization();
  const given = { name: secretOf(`place-${name}`), slug: name, organization_id: organizationId };
  const workspace = await make.workspace(given);
  const owner = await person(name === 'ours' ? 'owner' : `owner-of-${name}`);
  const colleague = await person(`colleague-of-${name}`);
  const invited = await make.person({ name: secretOf(`place-${name}`), password_hash: null });
  await make.membership(workspace.id, owner.id, 'owner');
  await make.membership(workspace.id, colleague.id);
  await make.membership(workspace.id, invited.id);
  const domain = name === 'ours' ? 'acme.com' : 'globex.com';
  const account = { source: 'manual', workspaceId: workspace.id, name: secretOf(name) } as const;
  const [shared] = await importDomains(db, owner.id, { domains: [domain], ...account });
  const { id: otherAccountId } = await db
    .insertInto('workspace_accounts')
    .values({ workspace_id: workspace.id, domain: 'initech.com', name: secretOf(name) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await fillReadModel(db, workspace.id);
  const mails = [1, 2, 3].map((count) => writtenTo(`ann@${domain}`, secretOf(name), `${count}`));
  const thread = mails.map((mail, index) =>
    index === 0
      ? { ...mail, type: 'call' as const }
      : { ...mail, messageIds: [...(mail.messageIds ?? []), `<root@${domain}>`] },
  );
  const from = { ownerId: owner.id, provider: 'gmail', source: owner.email };
  await db.transaction().execute((tx) => captureActivities(tx, from, thread));
  const accountId = shared?.workspaceAccount?.id ?? '';
  const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
    token: owner.token,
    params: { accountId },
  });
  const idOf = (wanted: string) => data.activities.find(({ type }) => type === wanted)?.id ?? '';
  const ids = { accountId, activityId: idOf('call'), conversationId: idOf('conversation') };
  const people = await findPeople(db, { workspaceId: workspace.id, accountId, domain });
  const { id: invitationId } = await createInvitation(
    app,
    workspace.id,
    `invited-to-${name}@company.com`,
    secretOf(`place-${name}`),
  );
  const { account_id: deletedAccountId } = await db
    .insertInto('deleted_accounts')
    .values({
      account_id: randomUUID(),
      workspace_id: workspace.id,
      domain: `deleted-from-${name}.com`,
      name: secretOf(name),
      created_at: new Date(),
    })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  const mergedAccountId = randomUUID();
  await db
    .insertInto('merged_accounts')
    .values({
      workspace_id: workspace.id,
      account_id: mergedAccountId,
      into_account_id: accountId,
    })
    .execute();
  const [sharedViewId, privateViewId] = await Promise.all([
    createView(db, { workspaceId: workspace.id, ownerId: colleague.id, name, isShared: true }),
    createView(db, { workspaceId: workspace.id, ownerId: colleague.id, name, isShared: false }),
  ]);
  return {
    ...workspace,
    sharedViewId,
    privateViewId,
    organizationId,
    otherAccountId,
    deletedAccountId,
    mergedAccountId,
    owner,
    colleague,
    invited,
    invitationId,
    ...people,
    ...ids,
  };
}

async function createView(
  db: TestApp['db'],
  given: { workspaceId: string; ownerId: string; name: string; isShared: boolean },
): Promise<string> {
  const { id } = await db
    .insertInto('saved_views')
    .values({
      workspace_id: given.workspaceId,
      owner_id: given.ownerId,
      // A private one is its owner's alone.
      name: secretOf(given.isShared ? given.name : `colleague-of-${given.name}`),
      is_shared: given.isShared,
      state: JSON.stringify({ filters: {}, widths: {} }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

let written = 0;

function writtenTo(email: string, secret: string, key: string): ActivityToCapture {
  written += 1;
  const texts = { title: secret, summary: secret, textBody: secret, htmlBody: `<p>${secret}</p>` };
  return sampleMail({
    key: `message-id:<${key}-${secret}>`,
    occurredAt: new Date(Date.now() - written * 60_000),
    ...texts,
    participants: [{ name: secret, email, role: 'from' }],
    messageIds: [`<${key}-${secret}>`],
  });
}
