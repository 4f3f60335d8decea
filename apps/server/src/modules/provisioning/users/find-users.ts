import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Condition } from '../protocol/read-filter.ts';
import type { ListQuery } from '../protocol/read-list-query.ts';
import { badRequest, noSuch } from '../protocol/scim-error.ts';

/** A user as a provider sees them: by the product, and by what the provider said last. */
export interface ProvisionedUser {
  id: string;
  name: string;
  /** The address in the product, which never changes. */
  email: string;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date;
  userName: string;
  externalId: string | null;
  /** The address at the provider. */
  givenEmail: string | null;
  displayName: string | null;
  formattedName: string | null;
  givenName: string | null;
  familyName: string | null;
  /** Whether the provider deactivated them, and no one has changed them since. */
  isDeactivatedByProvider: boolean;
}

/** Whether a user has an address of a verified domain of an organization: only these are its own. */
export const isOfOrganization = (organizationId: string): RawBuilder<boolean> => sql<boolean>`
  substring(person.email from '@([^@]*)$') in (
    select domain from sso_domains
    where organization_id = ${organizationId} and verified_at is not null)`;

const from = (organizationId: string) => sql`
  from users person
  left join scim_users given
    on given.user_id = person.id and given.organization_id = ${organizationId}
  where ${isOfOrganization(organizationId)} and given.deleted_at is null`;

const columns = sql`
  person.id, person.name, person.email, person.is_active as "isActive",
  person.created_at as "createdAt", greatest(person.updated_at, given.updated_at) as "updatedAt",
  coalesce(given.user_name, person.email) as "userName", given.external_id as "externalId",
  case when given.user_id is null then person.email else given.email end as "givenEmail",
  case when given.user_id is null then nullif(person.name, '') else given.display_name end as "displayName",
  given.formatted_name as "formattedName", given.given_name as "givenName",
  given.family_name as "familyName",
  coalesce(given.deactivated_as = person.updated_at, false) as "isDeactivatedByProvider"`;

/** @throws ScimError `invalidFilter` */
export async function findUsers(
  db: Connection,
  organizationId: string,
  { conditions, startIndex, count }: ListQuery,
): Promise<{ total: number; users: ProvisionedUser[] }> {
  const wanted = conditions.map((one) => conditionOf(organizationId, one));
  const all = sql`${from(organizationId)} and ${sql.join([sql`true`, ...wanted], sql` and `)}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${all}`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  if (total === 0 || count === 0) return { total, users: [] };
  const { rows } = await sql<ProvisionedUser>`
    select ${columns} ${all}
    order by person.id limit ${count} offset ${startIndex - 1}`.execute(db);
  return { total, users: rows };
}

/** @throws ScimError 404, also for a user of others and one that the provider deleted */
export async function requireUser(
  db: Connection,
  organizationId: string,
  userId: string,
): Promise<ProvisionedUser> {
  if (!isId(userId)) throw noSuch('User');
  const { rows } = await sql<ProvisionedUser>`
    select ${columns} ${from(organizationId)} and person.id = ${userId}`.execute(db);
  const [user] = rows;
  if (user === undefined) throw noSuch('User');
  return user;
}

/** The user with an address whom the provider deleted: deactivated here, unless an administrator brought them back. */
export async function findDeleted(
  db: Connection,
  organizationId: string,
  email: string,
): Promise<ProvisionedUser | undefined> {
  const { rows } = await sql<ProvisionedUser>`
    select ${columns}
    from users person
    join scim_users given
      on given.user_id = person.id and given.organization_id = ${organizationId}
    where person.email = ${email} and given.deleted_at is not null
      and ${isOfOrganization(organizationId)}`.execute(db);
  return rows[0];
}

export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Names of users ignore case, the ids of a provider do not. */
function conditionOf(organizationId: string, { attribute, value }: Condition): RawBuilder<boolean> {
  const lower = value.toLowerCase();
  switch (attribute) {
    case 'id':
      return isId(value) ? sql<boolean>`person.id = ${value}` : sql<boolean>`false`;
    case 'username':
      return named(organizationId, sql`lower(user_name) = lower(${value})`, lower);
    case 'externalid':
      return sql<boolean>`person.id in (
        select user_id from scim_users
        where organization_id = ${organizationId} and external_id = ${value})`;
    case 'emails':
    case 'emails.value':
    case 'emails[type eq "work"].value':
      return named(organizationId, sql`lower(email) = lower(${value})`, lower);
    default:
      throw badRequest(
        'invalidFilter',
        'Users are found by id, userName, externalId or emails.value.',
      );
  }
}

/** By what the provider said of them, or else by their address here; each has an index. */
const named = (organizationId: string, isGiven: RawBuilder<unknown>, email: string) =>
  sql<boolean>`person.id in (
    select user_id from scim_users where organization_id = ${organizationId} and ${isGiven}
    union all
    select id from users
    where email = ${email} and not exists (
      select from scim_users other
      where other.user_id = users.id and other.organization_id = ${organizationId}))`;
