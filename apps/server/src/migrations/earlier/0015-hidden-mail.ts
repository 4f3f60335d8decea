import { type Kysely, sql } from 'kysely';

/**
 * A mail that concerns a domain only by its hidden recipients (Bcc) is no longer published in the
 * domain's accounts. Links say so in a column; what was published is removed here, and the accounts
 * concerned are summarized anew by the job that moves due accounts on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table captured_activity_domains add column by_bcc_only boolean not null default false',
  `update captured_activity_domains link set by_bcc_only = true
    from captured_activities captured, domains domain
    where captured.id = link.captured_id and domain.id = link.domain_id and captured.bcc <> '[]'
      and not exists (
        select from jsonb_array_elements(captured.participants) participant
        where '.' || split_part(participant ->> 'email', '@', -1) like '%.' || domain.domain)`,
  `create temporary table hidden_mail on commit drop as
    select published.workspace_id, published.account_id, published.id, published.day
    from captured_activity_domains link
    join domain_shares share on share.domain_id = link.domain_id
    join account_activities published on published.workspace_id = share.workspace_id
      and published.id = published_id(share.account_id, link.activity_key)
    where link.by_bcc_only and not exists (
      select from account_activity_contributors contributor
      join captured_activity_domains seen on seen.captured_id = contributor.captured_id
      join domains domain on domain.id = seen.domain_id
      join workspace_accounts account
        on account.id = share.account_id and account.domain = domain.domain
      where contributor.workspace_id = published.workspace_id
        and contributor.activity_id = published.id and not seen.by_bcc_only)`,
  ...['account_activity_contributors', 'account_message_refs'].map(
    (table) => `delete from ${table} gone using hidden_mail
      where gone.account_id = hidden_mail.account_id and gone.activity_id = hidden_mail.id`,
  ),
  `delete from account_activities gone using hidden_mail
    where gone.workspace_id = hidden_mail.workspace_id and gone.id = hidden_mail.id`,
  `delete from account_contributors listed
    where account_id in (select account_id from hidden_mail) and not exists (
      select from account_activity_contributors contributor
      where contributor.account_id = listed.account_id and contributor.user_id = listed.user_id)`,
  `delete from account_days counted using hidden_mail
    where counted.account_id = hidden_mail.account_id and counted.day = hidden_mail.day`,
  `insert into account_days (workspace_id, account_id, day, internal, external, total)
    select workspace_id, account_id, day, count(*) filter (where side <> 'external'),
      count(*) filter (where side <> 'internal'), count(*)
    from account_activities
    where (account_id, day) in (select account_id, day from hidden_mail)
    group by workspace_id, account_id, day`,
  `update workspace_accounts set next_activity_at = now()
    where id in (select account_id from hidden_mail)`,
];
