import { hashPassword } from '../../../apps/server/src/modules/auth/password-hash.ts';
import { storePassword } from '../../../apps/server/src/modules/auth/set-password.ts';
import { createOrganization } from '../../../apps/server/src/modules/organizations/create-organization.ts';
import { createUser } from '../../../apps/server/src/modules/users/create-user.ts';
import { addMember } from '../../../apps/server/src/modules/workspaces/add-member.ts';
import { dismissGettingStarted } from '../../../apps/server/src/modules/workspaces/getting-started.ts';
import { createWorkspace } from '../../../apps/server/src/modules/workspaces/create-workspace.ts';
import type { Context } from '../../../apps/server/src/platform/context.ts';
import type { Connection } from '../../../apps/server/src/platform/database/create-database.ts';
import { createToken, hashToken } from '../../../apps/server/src/platform/secrets/token.ts';
import { mailboxAddresses } from './mailbox-addresses.ts';
import { type TestUser, TEST_PASSWORD, type Team, type TeamRequest } from './team.ts';

/** Returns the function that creates teams of users that no other journey uses. */
export function createTeamMaker({ db }: Context): (request: TeamRequest) => Promise<Team> {
  let [workspaces, people] = [0, 0];
  const passwordHash = hashPassword(TEST_PASSWORD);

  async function makeWorkspace(tx: Connection) {
    const number = ++workspaces;
    const organization = await createOrganization(tx, {
      name: `Organization ${number}`,
      slug: `org-${number}`,
    });
    const workspace = await createWorkspace(tx, {
      organizationId: organization.id,
      name: `Workspace ${number}`,
      slug: `team-${number}`,
    });
    return { organization, workspace };
  }

  return async ({ people: count, admin = false, otherWorkspaces: others = 0 }) => {
    const addresses = mailboxAddresses.slice(people, (people += count));
    if (addresses.length < count) throw new Error('The test environment has no mailbox left.');
    const hash = await passwordHash;
    return db.transaction().execute(async (tx) => {
      const { organization, workspace } = await makeWorkspace(tx);
      const otherWorkspaces: Awaited<ReturnType<typeof makeWorkspace>>[] = [];
      for (let made = 0; made < others; made += 1) otherWorkspaces.push(await makeWorkspace(tx));
      const members: TestUser[] = [];
      for (const [index, email] of addresses.entries()) {
        const isAdmin = admin && index === 0;
        const name = `Person ${email.replaceAll(/\D/g, '')}`;
        const { id } = await createUser(tx, { email, name, isAdmin });
        await storePassword(tx, id, hash);
        const role = index === 0 ? 'owner' : 'member';
        await addMember(tx, { workspaceId: workspace.id, userId: id, role });
        await dismissGettingStarted(tx, { userId: id, workspaceId: workspace.id });
        for (const other of otherWorkspaces) {
          await addMember(tx, { workspaceId: other.workspace.id, userId: id, role: 'member' });
        }
        const token = createToken();
        await tx
          .insertInto('sessions')
          .values({ user_id: id, token_hash: hashToken(token) })
          .execute();
        members.push({ id, name, email, token });
      }
      return { organization, workspace, people: members, otherWorkspaces };
    });
  };
}
