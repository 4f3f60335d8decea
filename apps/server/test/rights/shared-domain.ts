import { sampleMail } from '#modules/activities/sample-mail.fixture.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import type { TestApp } from '../create-test-app.ts';
import type { MadePerson } from '../test-makers.ts';

export type SharedDomain = Awaited<ReturnType<typeof shareDomainOf>>;

/**
 * Ann's domain, which is shared with an account of a workspace and has an email there. Bob is a colleague with an
 * account of his own, Olga owns the workspace, and Ann is in another workspace as well.
 */
export async function shareDomainOf(app: TestApp, admin: MadePerson) {
  const organization = await app.make.organization();
  const { id: workspaceId } = await app.make.workspace({ organization_id: organization.id });
  const ann = await app.make.member(workspaceId, { name: 'Ann' });
  const bob = await app.make.member(workspaceId, { name: 'Bob' });
  const olga = await app.make.person({ name: 'Olga' });
  await app.make.membership(workspaceId, olga.id, 'owner');
  const elsewhere = await app.make.workspace();
  await app.make.membership(elsewhere.id, ann.id);
  const theirs = await app.make.member(elsewhere.id);
  await tracking(app).importOne(theirs.token, 'acme.com', elsewhere.id);
  const other = await tracking(app).importOne(bob.token, 'globex.com', workspaceId);
  const { accountId, domainId } = await tracking(app).makeAccount(ann, workspaceId);
  await tracking(app).capture(ann, [
    sampleMail({
      participants: [
        { name: 'Al', email: 'al@acme.com', role: 'from' },
        { name: 'Ann', email: ann.email, role: 'to' },
      ],
    }),
  ]);
  return {
    app,
    admin,
    organizationId: organization.id,
    workspaceId,
    elsewhereId: elsewhere.id,
    ann,
    bob,
    olga,
    accountId,
    domainId,
    otherId: other.data.results[0]?.workspaceAccount?.id ?? '',
  };
}
