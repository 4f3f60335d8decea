import { control } from '@repo/sandbox/testing/control';
import { pressConsentButton } from '@repo/sandbox/testing/sign-in';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';

let lab: Awaited<ReturnType<typeof createSyncLab>>;
let ann: MadePerson;
beforeEach(async () => {
  lab = await createSyncLab();
  ann = await lab.make.person();
  await control(lab.sandbox.url, 'POST', 'microsoft/switches', { needsApproval: true });
});

const provider = 'microsoft_mail';

/** Ann is sent away by the consent page, since her administrator has to approve first. */
async function leaveUnapproved(): Promise<URL> {
  const { data } = await lab.call('POST /api/integrations/{provider}/auth', {
    token: ann.token,
    params: { provider },
  });
  return lab.follow(await pressConsentButton(data.authUrl, 'error', 'needs_approval'));
}

const approvals = async () =>
  (await lab.call('GET /api/integrations', { token: ann.token })).data.approvals;

describe('access that an administrator has to approve', () => {
  it('waits with a link, and is connected after the approval', async () => {
    expect(await approvals()).toBeUndefined();
    const landed = await leaveUnapproved();
    expect(landed.searchParams.get('error')).toBe(
      'An administrator of your organization has to approve access to Microsoft 365 Mail first. Send them the link on this page.',
    );
    const [waiting] = (await approvals()) ?? [];
    expect(waiting).toMatchObject({ provider, isApproved: false });

    const answer = await lab.follow(
      await pressConsentButton(waiting?.url ?? '', 'answer', 'accept'),
    );
    expect(answer.search).toBe('?approved=true');
    expect(await approvals()).toMatchObject([{ provider, isApproved: true }]);

    await lab.connect(ann, { provider });
    expect(await approvals()).toBeUndefined();
    expect(await lab.integrations(ann)).toMatchObject([{ provider, needsReauth: false }]);
  });

  it('keeps the link valid that was sent before', async () => {
    await leaveUnapproved();
    const [first] = (await approvals()) ?? [];
    await leaveUnapproved();
    expect((await approvals())?.[0]?.url).toBe(first?.url);
  });

  it('waits on when the administrator declines, or the link is of someone else', async () => {
    await leaveUnapproved();
    const [waiting] = (await approvals()) ?? [];
    const declined = await lab.follow(
      await pressConsentButton(waiting?.url ?? '', 'answer', 'cancel'),
    );
    expect(declined.search).toBe('?approved=false');
    const made = new URL(
      `http://localhost:3000/api/integrations/${provider}/oauth/callback?admin_consent=True&state=00000000-0000-4000-8000-000000000000`,
    );
    expect((await lab.follow(made)).search).toBe('?approved=false');
    expect(await approvals()).toMatchObject([{ isApproved: false }]);
  });

  it('ends after 30 days', async () => {
    await leaveUnapproved();
    await lab.db
      .updateTable('provider_approvals')
      .set({ requested_at: new Date(Date.now() - 31 * 86_400_000) })
      .execute();
    expect(await approvals()).toBeUndefined();
  });

  it('is not what a user waits for who declined', async () => {
    await control(lab.sandbox.url, 'DELETE', 'microsoft/switches');
    const landed = await lab.connect(ann, { provider, deny: true });
    expect(landed.searchParams.get('error')).toBe('Access was denied.');
    expect(await approvals()).toBeUndefined();
  });
});

it('blames a wrong secret on the operator, and keeps the connection', async () => {
  await control(lab.sandbox.url, 'DELETE', 'microsoft/switches');
  await lab.connect(ann, { provider });
  await control(lab.sandbox.url, 'POST', `google-oauth/ann@example.org/expire-access-tokens`);
  await control(lab.sandbox.url, 'POST', 'faults', {
    path: '/*/oauth2/v2.0/token',
    effect: { kind: 'fail', status: 401, reason: 'AADSTS7000222' },
  });
  const loop = lab.startWorker();
  await expect
    .poll(async () => (await lab.integrations(ann))[0]?.lastError, { timeout: 20_000 })
    .toBe('Microsoft 365 Mail is temporarily unavailable.');
  await loop.stop();
  expect((await lab.integrations(ann))[0]?.needsReauth).toBe(false);
  const problems = await lab.db.selectFrom('provider_problems').selectAll().execute();
  expect(problems).toMatchObject([
    { grantor: 'microsoft', message: expect.stringContaining('has expired') as string },
  ]);
});
