import { type Kysely, sql } from 'kysely';

/** Users who wait for an administrator of their organization to approve this application at a provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table provider_approvals (
    user_id uuid not null references users on delete cascade,
    provider text not null,
    -- Names the request in the link for the administrator.
    id uuid not null unique default gen_random_uuid(),
    requested_at timestamptz not null default now(),
    approved_at timestamptz,
    primary key (user_id, provider)
  )`,
    )
    .execute(db);
}
