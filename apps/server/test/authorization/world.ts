import path from 'node:path';
import { createIconAddress } from '#modules/accounts/icons/icon-address.ts';
import { IconCache } from '#modules/accounts/icons/icon-cache.ts';
import { createTestApp } from '../create-test-app.ts';
import { type Caller, callers } from './callers.ts';
import { equipPerson, type Person } from './equip-person.ts';
import { createInvitation, createSampleWorkspace } from './sample-workspace.ts';
import { standInProviders } from './stand-in-providers.ts';

export type World = Awaited<ReturnType<typeof createWorld>>;

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
    equipPerson(app, await app.make.person({ name, email: `${name}@company.com`, ...given }));
  const ours = await createSampleWorkspace(app, 'ours', person);
  const theirs = await createSampleWorkspace(app, 'theirs', person);
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
