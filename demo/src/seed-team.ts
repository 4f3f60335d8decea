import { hashPassword } from '../../apps/server/src/modules/auth/password-hash.ts';
import { storePassword } from '../../apps/server/src/modules/auth/set-password.ts';
import { createOrganization } from '../../apps/server/src/modules/organizations/create-organization.ts';
import { createUser } from '../../apps/server/src/modules/users/create-user.ts';
import { addMember } from '../../apps/server/src/modules/workspaces/add-member.ts';
import { dismissGettingStarted } from '../../apps/server/src/modules/workspaces/getting-started.ts';
import { createWorkspace } from '../../apps/server/src/modules/workspaces/create-workspace.ts';
import type {
  Database,
  Transaction,
} from '../../apps/server/src/platform/database/create-database.ts';
import type { Schema } from '../../apps/server/src/platform/database/schema.ts';
import type { DemoUser } from './demo-user.ts';
import { sampleOrganizations, samplePeople, sampleWorkspaces } from './sample/people.ts';

/** Every sign-in of the demo has it: there is nothing to protect, and nothing to remember. */
const demoPassword = 'demo-password';

/** The workspace of the people whose mailboxes were given with `--mailbox`. */
const mailboxWorkspace = { organization: 'mailboxes', slug: 'team' } as const;

/**
 * Makes the sample people with their organizations and workspaces, and the owners of further
 * mailboxes in a workspace of their own: all that are missing, or none.
 *
 * @returns the sign-ins of all users, the sample people first.
 */
export async function seedTeam(
  db: Database,
  owners: readonly { address: string; name: string }[],
): Promise<DemoUser[]> {
  const passwordHash = await hashPassword(demoPassword);
  return db.transaction().execute(async (tx) => {
    if (!(await exists(tx, samplePeople[0]?.email ?? ''))) await makeSampleTeam(tx, passwordHash);
    for (const { address, name } of owners) {
      if (!(await exists(tx, address))) await makeOwner(tx, { email: address, name, passwordHash });
    }
    const emails = [...samplePeople, ...owners.map(({ address: email }) => ({ email }))];
    return Promise.all([...new Set(emails.map(({ email }) => email))].map((one) => find(tx, one)));
  });
}

interface NewUser {
  name: string;
  email: string;
  isAdmin?: boolean;
  passwordHash: string;
}

async function makeSampleTeam(tx: Transaction<Schema>, passwordHash: string): Promise<void> {
  const workspaces = new Map<string, string>();
  for (const organization of sampleOrganizations) {
    const { id: organizationId } = await createOrganization(tx, organization);
    for (const [key, { name, slug, organizationSlug }] of Object.entries(sampleWorkspaces)) {
      if (organizationSlug !== organization.slug) continue;
      workspaces.set(key, (await createWorkspace(tx, { organizationId, name, slug })).id);
    }
  }
  for (const { workspaces: joined, connected, ...person } of samplePeople) {
    const userId = await makeUser(tx, { ...person, passwordHash });
    for (const { key, role } of joined) {
      const workspaceId = workspaces.get(key) ?? '';
      await addMember(tx, { workspaceId, userId, role });
      // What the others need no more comes with the demo.
      if (connected) await dismissGettingStarted(tx, { userId, workspaceId });
    }
  }
}

async function makeOwner(tx: Transaction<Schema>, owner: NewUser): Promise<void> {
  const known = await tx
    .selectFrom('workspaces')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select('workspaces.id')
    .where('organizations.slug', '=', mailboxWorkspace.organization)
    .executeTakeFirst();
  const workspaceId = known?.id ?? (await makeMailboxWorkspace(tx));
  const userId = await makeUser(tx, owner);
  await addMember(tx, { workspaceId, userId, role: known ? 'member' : 'owner' });
}

async function makeMailboxWorkspace(tx: Transaction<Schema>): Promise<string> {
  const { organization: slug } = mailboxWorkspace;
  const { id: organizationId } = await createOrganization(tx, { name: 'Mailboxes', slug });
  return (await createWorkspace(tx, { organizationId, name: 'Team', slug: mailboxWorkspace.slug }))
    .id;
}

async function makeUser(
  tx: Transaction<Schema>,
  { passwordHash, ...person }: NewUser,
): Promise<string> {
  const { id } = await createUser(tx, person);
  await storePassword(tx, id, passwordHash);
  return id;
}

async function exists(tx: Transaction<Schema>, email: string): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return found !== undefined;
}

async function find(tx: Transaction<Schema>, email: string): Promise<DemoUser> {
  const { id, is_admin: isAdmin } = await tx
    .selectFrom('users')
    .select(['id', 'is_admin'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const workspaces = await tx
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select(['workspaces.id', 'workspaces.slug', 'organizations.slug as organizationSlug'])
    .where('memberships.user_id', '=', id)
    .orderBy('memberships.joined_at')
    .orderBy('workspaces.id')
    .execute();
  return { email, password: demoPassword, isAdmin, workspaces };
}
