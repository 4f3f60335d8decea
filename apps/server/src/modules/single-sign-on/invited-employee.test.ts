import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFactorLab } from '../sign-in-factors/factor-lab.fixture.ts';
import {
  createInvitationLab,
  type InvitationLab,
} from '../workspaces/invitations/invitation-lab.fixture.ts';
import { createSsoLab, type SsoLab } from './sso-lab.fixture.ts';

let lab: SsoLab;
let invitations: InvitationLab;
beforeAll(async () => {
  lab = await createSsoLab();
  invitations = await createInvitationLab(lab.app);
});
afterAll(() => lab.close());

let made = 0;
/** A user whom the company created at the first sign-in: without a password. */
async function employee() {
  made += 1;
  const company = await lab.company({ createsUsers: true });
  const domain = await lab.verifiedDomain(company);
  const claims = { sub: `new-${made}`, email: `new@${domain}`, email_verified: true };
  const { session } = await lab.signIn(company, claims);
  const { id = '', name = '' } = session?.data.user ?? {};
  return { id, name, email: claims.email, token: session?.data.token ?? '' };
}

const invite = async ({ email }: { email: string }) => (await invitations.invited(email)).token;

test('an invitation is no way around the second factor of a user without a password', async () => {
  const person = await employee();
  await createFactorLab(lab.app).setUp(person);
  const link = await invite(person);
  expect((await invitations.open(link)).data.invitation.account).toBe('active');
  expect((await invitations.register(link)).error?.message).toContain('Sign in to accept');
});

test('nor can it rename a user of the company and give them a password', async () => {
  const person = await employee();
  const link = await invite(person);
  expect((await invitations.register(link, 'Someone Else')).error?.code).toBe('CONFLICT');
  const accepted = await lab.app.call('POST /api/invitations/accept', {
    token: person.token,
    body: { token: link },
  });
  expect(accepted.status).toBe(200);
  const members = await invitations.members();
  expect(members.find(({ email }) => email === person.email)?.state).toBe('active');
});
