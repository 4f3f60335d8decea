import { randomUUID } from 'node:crypto';
import { captureAndPublish } from '#modules/activities/capture-and-publish.fixture.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { createWebhook } from '#modules/webhooks/managing/change-webhooks.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';
import type { TestApp } from '../create-test-app.ts';
import { fillReadModel } from '../fill-read-model.ts';
import type { Made, MadePerson } from '../test-makers.ts';
import type { Person } from './equip-person.ts';
import { findPeople, type People } from './find-people.ts';
import { secretMail, secretOf } from './secret-mail.ts';

export interface SampleWorkspace extends Made, People {
  organizationId: string;
  owner: Person;
  /** Can be changed and removed by anyone who manages the workspace. */
  colleague: Person;
  /** Has chosen no password yet. */
  invited: MadePerson;
  /** To an address that no one has. */
  invitationId: string;
  accountId: string;
  /** The owner's domain that is shared with the account. */
  sharedDomainId: string;
  /** A view that is shared with the workspace, and a private one, both of the colleague. */
  sharedViewId: string;
  privateViewId: string;
  tagId: string;
  /** The id of a second account of the workspace. */
  otherAccountId: string;
  /** The id of a deleted account that can be restored. */
  deletedAccountId: string;
  /** The id of an account that was merged into the first one. */
  mergedAccountId: string;
  /** A call. */
  activityId: string;
  conversationId: string;
  /** In the owner's calendar. */
  meetingId: string;
  /** Two webhooks, and a delivery of the first one. */
  hookId: string;
  secondHookId: string;
  deliveryId: string;
  /** Captured by the owner, as private in their calendar. */
  privateMeetingId: string;
  /** From the colleague to the owner. */
  accessRequestId: string;
}

async function createWebhooks(
  { context, db }: TestApp,
  { workspaceId, owner, name }: { workspaceId: string; owner: MadePerson; name: string },
) {
  const create = () =>
    createWebhook(
      context,
      { ...owner, isAdmin: false },
      {
        workspaceId,
        name: secretOf(`workspace-${name}`),
        url: 'https://receiver.example/hook',
        format: 'events',
        level: 'activity',
        events: ['account.deleted'],
      },
    );
  const { webhook } = await create();
  const { webhook: second } = await create();
  const { id: deliveryId } = await db
    .insertInto('webhook_deliveries')
    .values({
      workspace_id: workspaceId,
      webhook_id: webhook.id,
      event: 'account.deleted',
      subject: JSON.stringify({}),
      last_attempt_at: null,
      status: null,
      problem: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { hookId: webhook.id, secondHookId: second.id, deliveryId };
}

/** A workspace with something of everything that it can contain. */
export async function createSampleWorkspace(
  app: TestApp,
  name: string,
  person: (name: string) => Promise<Person>,
): Promise<SampleWorkspace> {
  const { db, make } = app;
  const { id: organizationId } = await make.organization();
  const given = {
    name: secretOf(`workspace-${name}`),
    slug: name,
    organization_id: organizationId,
  };
  const workspace = await make.workspace(given);
  const owner = await person(name === 'ours' ? 'owner' : `owner-of-${name}`);
  const colleague = await person(`colleague-of-${name}`);
  const invited = await make.person({ name: secretOf(`workspace-${name}`), password_hash: null });
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
  const mails = [1, 2, 3].map((count) => secretMail(`ann@${domain}`, secretOf(name), `${count}`));
  const thread = mails.map((mail, index) =>
    index === 0
      ? { ...mail, type: 'call' as const }
      : { ...mail, messageIds: [...(mail.messageIds ?? []), `<root@${domain}>`] },
  );
  const from = { ownerId: owner.id, provider: 'gmail', source: owner.email };
  // No caller may find its secret: it belongs to its owner alone, although the domain is shared.
  const privateMeeting = {
    ...secretMail(`ann@${domain}`, secretOf('private-meeting'), '4'),
    type: 'calendar' as const,
    isPrivate: true,
  };
  const startTime = new Date(Date.now() - 3_600_000);
  const meeting = {
    ...secretMail(`ann@${domain}`, secretOf(name), '5'),
    type: 'calendar' as const,
    startTime,
    endTime: startTime,
  };
  await captureAndPublish(db, from, [...thread, privateMeeting, meeting]);
  const accountId = shared?.workspaceAccount?.id ?? '';
  const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
    token: owner.token,
    params: { accountId },
  });
  const idOf = (wanted: string) => data.activities.find(({ type }) => type === wanted)?.id ?? '';
  const ids = { accountId, activityId: idOf('call'), conversationId: idOf('conversation') };
  const meetingId = idOf('calendar');
  const { id: privateMeetingId } = await db
    .selectFrom('captured_activities')
    .select('id')
    .where('owner_id', '=', owner.id)
    .where('is_private', 'is', true)
    .executeTakeFirstOrThrow();
  const people = await findPeople(db, { workspaceId: workspace.id, accountId, domain });
  const { id: invitationId } = await createInvitation(
    app,
    workspace.id,
    `invited-to-${name}@company.com`,
    secretOf(`workspace-${name}`),
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
  const { id: tagId } = await db
    .insertInto('tags')
    .values({
      workspace_id: workspace.id,
      name: secretOf(name),
      folded_name: secretOf(name),
      color: 'red',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('account_tags')
    .values({ workspace_id: workspace.id, account_id: accountId, tag_id: tagId })
    .execute();
  const { id: accessRequestId } = await db
    .insertInto('access_requests')
    .values({
      owner_id: owner.id,
      asker_id: colleague.id,
      workspace_id: workspace.id,
      domain_id: shared?.domain.id ?? '',
      refs: [randomUUID()],
      is_granted: null,
      answered_at: null,
      ends_at: null,
      last_day: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const webhooks = await createWebhooks(app, { workspaceId: workspace.id, owner, name });
  return {
    ...workspace,
    ...webhooks,
    sharedDomainId: shared?.domain.id ?? '',
    sharedViewId,
    privateViewId,
    tagId,
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
    meetingId,
    privateMeetingId,
    accessRequestId,
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

export async function createInvitation(
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
