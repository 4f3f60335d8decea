import type { Insertable } from 'kysely';
import { hashPassword } from '#modules/auth/password-hash.ts';
import type { Database } from '#platform/database/create-database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';

/** The password of every created user. */
export const knownPassword = 'correct horse battery';
// Hashed once per test file: a hash takes some 20 ms.
const knownHash = hashPassword(knownPassword);

type Given<Table extends keyof Schema> = Partial<Insertable<Schema[Table]>>;

export interface MadePerson {
  id: string;
  email: string;
  name: string;
  /** The token of a live session. */
  token: string;
}

export interface Made {
  id: string;
  name: string;
  slug: string;
}

/**
 * Creates the users, organizations and workspaces of a test directly in the database, each with a
 * new name.
 */
export function createMakers(db: Database) {
  let made = 0;
  const next = () => (made += 1);

  async function session(userId: string, given: Given<'sessions'> = {}): Promise<string> {
    const token = createToken();
    await db
      .insertInto('sessions')
      .values({ user_id: userId, token_hash: hashToken(token), ...given })
      .execute();
    return token;
  }

  async function person(given: Given<'users'> = {}): Promise<MadePerson> {
    const number = next();
    const values = {
      email: `person${number}@example.com`,
      name: `Person ${number}`,
      password_hash: await knownHash,
      ...given,
    };
    const { id, email, name } = await db
      .insertInto('users')
      .values(values)
      .returning(['id', 'email', 'name'])
      .executeTakeFirstOrThrow();
    return { id, email, name, token: await session(id) };
  }

  function organization(given: Given<'organizations'> = {}): Promise<Made> {
    const number = next();
    return db
      .insertInto('organizations')
      .values({ name: `Organization ${number}`, slug: `organization-${number}`, ...given })
      .returning(['id', 'name', 'slug'])
      .executeTakeFirstOrThrow();
  }

  /** In a new organization, unless one is given. */
  async function workspace(given: Given<'workspaces'> = {}): Promise<Made> {
    const number = next();
    const organizationId = given.organization_id ?? (await organization()).id;
    return db
      .insertInto('workspaces')
      .values({
        name: `Workspace ${number}`,
        slug: `workspace-${number}`,
        ...given,
        organization_id: organizationId,
      })
      .returning(['id', 'name', 'slug'])
      .executeTakeFirstOrThrow();
  }

  async function membership(
    workspaceId: string,
    userId: string,
    role: 'owner' | 'member' = 'member',
    given: Given<'memberships'> = {},
  ): Promise<void> {
    await db
      .insertInto('memberships')
      .values({ workspace_id: workspaceId, user_id: userId, role, ...given })
      .execute();
  }

  async function member(workspaceId: string, given: Given<'users'> = {}): Promise<MadePerson> {
    const one = await person(given);
    await membership(workspaceId, one.id);
    return one;
  }

  return { person, session, organization, workspace, membership, member };
}

export type Makers = ReturnType<typeof createMakers>;
