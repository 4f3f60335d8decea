import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { refreshDueRelationships } from '#modules/relationships/refresh-due-relationships.ts';
import type { TestApp } from '../create-test-app.ts';
import { captureEmails } from './capture-emails.ts';

export type LargeAccounts = Awaited<ReturnType<typeof makeLargeAccounts>>;

/**
 * Ann shares acme.com and globex.com with accounts of a workspace, each with so many emails; her colleague Bob has
 * half of the emails of acme.com as well. Nothing of her domain initech.com is shared. Olga owns the workspace.
 */
export async function makeLargeAccounts(app: TestApp, count: number) {
  const { importOne } = tracking(app);
  const { id: workspaceId } = await app.make.workspace();
  const { id: elsewhereId } = await app.make.workspace();
  const ann = await app.make.member(workspaceId, { name: 'Ann' });
  const bob = await app.make.member(workspaceId, { name: 'Bob' });
  const olga = await app.make.person({ name: 'Olga' });
  await app.make.membership(workspaceId, olga.id, 'owner');
  await app.make.membership(elsewhereId, ann.id);
  const admin = await app.make.person({ is_admin: true });
  const theirs = await app.make.member(elsewhereId);
  await importOne(theirs.token, 'initech.com', elsewhereId);

  const made = async (domain: string, inWorkspace?: string) => {
    const { data } = await importOne(ann.token, domain, inWorkspace);
    const [imported] = data.results;
    const domainId = imported?.domain.id ?? '';
    await captureEmails(app.db, { userId: ann.id, domainId, domain, count });
    return { domainId, accountId: imported?.workspaceAccount?.id ?? '' };
  };
  const share = (token: string, domainId: string) =>
    app.call('POST /api/accounts/domains/share', { token, body: { domainId, workspaceId } });
  const [acme, globex, initech] = [
    await made('acme.com', workspaceId),
    await made('globex.com', workspaceId),
    await made('initech.com'),
  ];
  // What is captured without the product is published by sharing it again.
  for (const { domainId } of [acme, globex]) {
    const body = { domainId, workspaceId };
    await app.call('DELETE /api/accounts/domains/unshare', { token: ann.token, body });
    await share(ann.token, domainId);
  }
  const bobs = (await importOne(bob.token, 'acme.com')).data.results[0]?.domain.id ?? '';
  const half = Math.floor(count / 2);
  await captureEmails(app.db, { userId: bob.id, domainId: bobs, domain: 'acme.com', count: half });
  await share(bob.token, bobs);
  await takeRemainingSteps(app.db);
  await refreshDueRelationships(app.db);
  return { workspaceId, elsewhereId, ann, bob, olga, admin, acme, globex, initech };
}
