/**
 * Inserts a row that names whose it is; versions before did not store that everywhere. Columns that a
 * version does not have are passed over.
 */
const insertInto = (table: string, row: Record<string, string | boolean | number>) => `
  insert into ${table} select given.* from jsonb_populate_record(null::${table},
    '${JSON.stringify(row)}' || jsonb_build_object('shared_at', now())) as given;`;

const oldId = (number: number) => `00000000-0000-7000-8000-00000000000${number}`;

/** A user, an account and an email in it, as every version stored them. */
export const oldRows = `
  insert into organizations (id, name, slug) values ('${oldId(1)}', 'Old', 'old');
  insert into workspaces (id, organization_id, name, slug)
    values ('${oldId(2)}', '${oldId(1)}', 'Old', 'old');
  insert into users (id, email, name) values ('${oldId(3)}', 'ann@home.example', 'Ann');
  insert into memberships (workspace_id, user_id, role)
    values ('${oldId(2)}', '${oldId(3)}', 'owner');
  insert into domains (id, owner_id, domain, source)
    values ('${oldId(4)}', '${oldId(3)}', 'acme.com', 'manual');
  insert into workspace_accounts (id, workspace_id, domain, name, created_by, activity_count,
      last_activity_at, last_activity_type, last_activity_title)
    values ('${oldId(5)}', '${oldId(2)}', 'acme.com', 'Acme', '${oldId(3)}', 1,
      now() - interval '1 hour', 'email', 'Hello');
  ${insertInto('domain_shares', {
    owner_id: oldId(3),
    domain_id: oldId(4),
    workspace_id: oldId(2),
    account_id: oldId(5),
    level: 2,
  })}
  insert into captured_activities (id, owner_id, provider, source, external_id, activity_key, type,
      occurred_at, title, summary, participants, text_body)
    values ('${oldId(6)}', '${oldId(3)}', 'gmail', 'ann@home.example', '1', '${oldId(7)}', 'email',
      now() - interval '1 hour', 'Hello', 'Hello you', '[]', 'Hello you');
  ${insertInto('captured_activity_domains', {
    owner_id: oldId(3),
    domain_id: oldId(4),
    activity_key: oldId(7),
    captured_id: oldId(6),
    side: 'external',
    by_bcc_only: false,
  })}
  insert into account_activities (workspace_id, account_id, id, activity_key, captured_id, owner_id,
      type, occurred_at, day, side, title, summary, participants)
    select '${oldId(2)}', '${oldId(5)}', published_id('${oldId(5)}', activity_key), activity_key, id,
      owner_id, type, occurred_at, day, 'external', title, summary, participants
    from captured_activities;
  insert into account_activity_contributors (workspace_id, account_id, activity_id, user_id, captured_id)
    select workspace_id, account_id, id, owner_id, captured_id from account_activities;
  insert into account_contributors (workspace_id, account_id, user_id)
    values ('${oldId(2)}', '${oldId(5)}', '${oldId(3)}');
  insert into account_days (workspace_id, account_id, day, internal, external, total)
    select workspace_id, account_id, day, 0, 1, 1 from account_activities`;
