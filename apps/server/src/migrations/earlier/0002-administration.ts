import { type Kysely, sql } from 'kysely';

/** The administration's lists, which are searched quickly, and the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * Text that searches match: lower case, one part per line, and then again with a blank before each
 * word, also before words within an email address or a slug.
 */
const searchText = (parts: readonly string[]) => `search text not null generated always as (lower(
  ${parts.join(" || E'\\n' || ")} || E'\\n ' || translate(${parts.join(" || ' ' || ")}, '.@-_+', '     ')
)) stored`;

const searchable = (table: string, columns: readonly string[]) => [
  `alter table ${table} add column ${searchText(columns)}`,
  `create index ${table}_search on ${table} using gin (search gin_trgm_ops)`,
  `create index ${table}_newest on ${table} (created_at desc, id desc)`,
];

const statements = [
  ...searchable('users', ['name', 'email']),
  ...searchable('organizations', ['name', 'slug']),
  ...searchable('workspaces', ['name', 'slug']),
  'create index users_administrators on users (id) where is_admin and is_active',

  // No foreign keys: entries outlive the rows they describe, and contain names as of that time.
  `create table audit_entries (
    id uuid primary key default uuidv7(),
    at timestamptz not null default now(),
    action text not null,
    -- Null for the command line.
    actor_id uuid,
    actor_name text not null,
    -- The person that the change concerns, if any.
    person_id uuid,
    person_name text,
    -- The organization or workspace that it concerns, as people would write it.
    place text,
    -- What the changed fields held.
    before jsonb,
    after jsonb,
    ${searchText(['actor_name', "coalesce(person_name, '')"])}
  )`,
  'create index audit_entries_newest on audit_entries (at desc, id desc)',
  'create index audit_entries_actor on audit_entries (actor_id, at desc)',
  'create index audit_entries_person on audit_entries (person_id, at desc)',
  'create index audit_entries_search on audit_entries using gin (search gin_trgm_ops)',
];
