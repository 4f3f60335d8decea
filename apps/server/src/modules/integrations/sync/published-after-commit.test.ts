import { expect, test } from 'vitest';
import { connectedLab } from '#test/connected-lab.ts';
import { mboxMail, withFiles } from '#test/create-file-lab.ts';
import { mailbox } from '#test/create-sync-lab.ts';
import { treatAsCluster } from '#platform/database/distribution/storage.ts';
import { tracking } from '../../domains/tracking.fixture.ts';

/*
 * Where the database is distributed, each process publishes what it captured after the commit. No job
 * runs here that would do it instead.
 */

/** A user who shares acme.com, whose mailbox is connected. */
async function prepare() {
  const { lab, ann } = await connectedLab();
  treatAsCluster(lab.db);
  const workspace = await lab.make.workspace();
  await lab.make.membership(workspace.id, ann.id);
  const { accountId } = await tracking(lab).makeAccount(ann, workspace.id);
  const published = async () =>
    (
      await lab.db
        .selectFrom('account_activities')
        .select('title')
        .where('account_id', '=', accountId)
        .orderBy('title')
        .execute()
    ).map(({ title }) => title);
  return { lab, ann, published };
}

test('a sync publishes what it captured, and what is gone', async () => {
  const { lab, ann, published } = await prepare();
  const [first = ''] = await lab.deliver([{ subject: 'one' }, { subject: 'two' }]);
  await lab.sync(ann);
  expect(await published()).toEqual(['one', 'two']);
  await lab.control('DELETE', `/gmail/${mailbox}/messages/${await lab.idOf(first)}`);
  await lab.sync(ann);
  expect(await published()).toEqual(['two']);
});

test('the import of a file publishes its emails', async () => {
  const { lab, ann, published } = await prepare();
  const files = withFiles(lab);
  files.startReading();
  await files.importFile(ann, (await files.upload(ann, mboxMail({ Subject: 'filed' }))).id);
  expect(await published()).toEqual(['filed']);
});

test('a delivery is published before its response', async () => {
  const { lab, ann, published } = await prepare();
  const asked = { token: ann.token, params: { provider: 'fathom' as const } };
  const { data } = await lab.call('POST /api/integrations/{provider}/auth', asked);
  const state = new URL(data.authUrl).searchParams.get('state') ?? '';
  const { data: made } = await lab.call('POST /api/integrations/{provider}/callback', {
    ...asked,
    body: { code: 'webhook', state },
  });
  const { statusCode } = await lab.app.inject({
    method: 'POST',
    url: `/api/webhooks/v1/fathom/${made.integration?.id}`,
    headers: {
      authorization: `Bearer ${made.integration?.connectionData?.webhook_token}`,
      'content-type': 'application/json',
    },
    payload: {
      id: '42',
      meeting_title: 'Kick-off',
      meeting_scheduled_start_time: new Date(Date.now() - 3_600_000).toISOString(),
      meeting_invitees_email: 'casey@acme.com, dana@acme.com',
      fathom_user_email: mailbox,
    },
  });
  expect(statusCode).toBe(200);
  expect(await published()).toEqual(['Kick-off']);
});
