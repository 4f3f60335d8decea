import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import type { Maintenance } from '#platform/maintenance/maintenance.ts';
import { listApprovals, requestApproval } from './connect/approvals.ts';
import { rememberConnection } from './connect/oauth-states.ts';

test('during maintenance an answer of a provider stores nothing, and the browser reads why', async () => {
  const current: Maintenance = { beganAt: new Date(), endsAt: null, message: 'We move.' };
  const app = await createTestApp({
    replace: { maintenance: { current: () => current, stop: async () => {} } },
  });
  onTestFinished(() => app.close());
  const { id } = await app.make.person();
  const { state } = await rememberConnection(app.db, id, 'gmail');
  const { headers } = await app.app.inject({
    url: `/api/integrations/gmail/oauth/callback?state=${state}&code=1`,
  });
  expect(headers['location']).toMatch(/\/oauth\/success\?error=We\+move\.&provider=gmail$/);
  const waiting = await app.db.selectFrom('oauth_states').select('user_id').execute();
  expect(waiting).toEqual([{ user_id: id }]);

  // Nor an administrator's approval.
  const provider = 'microsoft_mail';
  await requestApproval(app.db, id, provider);
  const [approval] = await listApprovals(app.db, id);
  await app.app.inject({
    url: `/api/integrations/${provider}/oauth/callback?state=${approval?.id}&admin_consent=True`,
  });
  expect(await listApprovals(app.db, id)).toMatchObject([{ isApproved: false }]);
});
