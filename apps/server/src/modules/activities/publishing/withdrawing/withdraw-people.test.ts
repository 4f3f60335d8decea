import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { treatAsCluster } from '#platform/database/distribution/storage.ts';
import { shareDomain } from '#modules/domains/sharing/share-domain.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { refreshDueRelationships } from '#modules/relationships/refresh-due-relationships.ts';
import { sampleMail } from '../../sample-mail.fixture.ts';
import { publisherOf } from '../publisher/publisher-of.ts';
import { publishStepSize } from '../../publish-step.ts';

test.each([
  ['in its transaction', false],
  ['after its commit', true],
])(
  'people of a domain that is no longer shared are gone with the response, published %s',
  async (_name, isAfterCommit) => {
    const own = await createTestApp();
    onTestFinished(() => own.close());
    if (isAfterCommit) treatAsCluster(own.db);
    const { settle, importOne, capture, makeAccount } = tracking(own);
    const { workspace, person, token } = await settle();
    const { accountId } = await makeAccount(person, workspace.id);
    const params = { accountId };
    const body = { domain: 'secret.com' };
    await own.call('POST /api/accounts/{accountId}/domains', { token, params, body });
    const { data } = await importOne(token, 'secret.com');
    const domainId = data.results[0]?.domain.id ?? '';
    await shareDomain(own.db, { userId: person.id, domainId, workspaceId: workspace.id });
    const addresses = ['kept@acme.com', 'p1@secret.com', 'p2@secret.com'];
    const mails = Array.from({ length: 2 * publishStepSize }, (_, index) =>
      sampleMail({
        externalId: `${index}`,
        key: `${index}`,
        participants: [
          { name: '', email: person.email, role: 'from' },
          { name: '', email: addresses[index % 3] ?? '', role: 'to' },
        ],
      }),
    );
    await capture(person, mails);
    await publisherOf(own.db).finish(own.db, person.id);
    await refreshDueRelationships(own.db);
    const people = async () =>
      (
        await own.db
          .selectFrom('contacts')
          .select('address')
          .where('account_id', '=', accountId)
          .orderBy('address')
          .execute()
      ).map(({ address }) => address);
    expect(await people()).toEqual(addresses);
    const { status } = await own.call('DELETE /api/accounts/domains/unshare', {
      token,
      body: { domainId, workspaceId: workspace.id },
    });
    expect(status).toBe(200);
    expect(await people()).toEqual(['kept@acme.com']);
  },
  60_000,
);
