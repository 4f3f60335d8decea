import { sql } from 'kysely';
import type { World } from '../authorization/world.ts';

const sentences = JSON.stringify([
  { speaker_name: 'Ann', start_time: 0, text: 'Über "all" 🎈\nthe rest' },
]);

/** Adds rows to the tables that a workspace of the world has none of. */
export async function fillMovedTables({ app, ours, people }: World): Promise<void> {
  const names = { owner: ours.owner.id, member: people.member.id, left: people.expired.id };
  const { id: workspace, accountId: account, sharedDomainId: domain } = ours;
  const [handOver, key] = [crypto.randomUUID(), crypto.randomUUID()];
  const statements = [
    sql`insert into hand_overs (id, user_id, workspace_id, choice, begun_by, ends_at, return_token_hash)
      values (${handOver}, ${names.left}, ${workspace}, 'keep', 'Owner', now() + '9 days', '\\x01')`,
    sql`delete from memberships where workspace_id = ${workspace} and user_id = ${names.left}`,
    sql`insert into former_memberships (workspace_id, user_id, role, joined_at, hand_over_id)
      values (${workspace}, ${names.left}, 'member', now(), ${handOver})`,
    sql`insert into left_shares
      (hand_over_id, owner_id, domain_id, workspace_id, account_id, level, shared_at)
      select ${handOver}, ${names.left}, id, ${workspace}, ${account}, 2, now()
      from domains where owner_id = ${names.left} limit 1`,
    sql`insert into workspace_protected_addresses (workspace_id, address, level)
      values (${workspace}, 'lawyer@law.example', -1)`,
    sql`insert into workspace_retentions (workspace_id, months) values (${workspace}, 600)`,
    sql`insert into workspace_time_zones (workspace_id, time_zone)
      values (${workspace}, 'America/New_York')`,
    sql`insert into time_zone_changes (workspace_id, time_zone)
      values (${workspace}, 'America/New_York')`,
    sql`insert into read_notices (owner_id, notice, at) values (${names.member}, 'one', now())`,
    sql`insert into call_transcripts (owner_id, captured_id, sentences)
      select owner_id, id, ${sentences} from captured_activities
      where owner_id = ${names.owner} and type = 'call'`,
    sql`insert into retentions (owner_id, months) values (${names.owner}, 600)`,
    sql`insert into private_refs (owner_id, ref, conversation_id)
      values (${names.member}, ${key}, ${key})`,
    sql`insert into shared_meetings (owner_id, activity_key) values (${names.member}, ${key})`,
    sql`insert into protected_addresses (owner_id, address, level)
      values (${names.member}, 'doctor@practice.example', -1)`,
    sql`insert into protected_refs (owner_id, ref, workspace_id, address, level)
      values (${names.member}, ${key}, ${workspace}, 'lawyer@law.example', -1)`,
    sql`insert into protection_updates (owner_id, workspace_id)
      values (${names.member}, ${workspace})`,
    sql`insert into publish_requests (owner_id, workspace_id, account_id, kind, domain_id)
      values (${names.owner}, ${workspace}, ${account}, 'share', ${domain})`,
    sql`insert into restored_shares (owner_id, account_id, workspace_id)
      values (${names.owner}, ${account}, ${workspace})`,
    sql`insert into account_domains (workspace_id, domain, account_id)
      values (${workspace}, 'acme.example', ${account})`,
    sql`insert into account_refreshes (workspace_id, account_id) values (${workspace}, ${account})`,
    sql`insert into deleted_account_shares (account_id, domain_id, owner_id)
      values (${ours.deletedAccountId}, ${domain}, ${names.owner})`,
    sql`insert into level_changes (workspace_id, account_id, owner_id, level)
      values (${workspace}, ${account}, ${names.owner}, 2)`,
    sql`insert into default_views (workspace_id, user_id, view_id)
      values (${workspace}, ${names.member}, ${ours.sharedViewId})`,
    sql`insert into account_holds (workspace_id, account_id, reason, held_by)
      values (${workspace}, ${account}, 'Lawsuit', ${names.owner})`,
    sql`insert into note_versions (workspace_id, account_id, version, note, written_by, written_at)
      values (${workspace}, ${account}, 1, 'A note', ${names.owner}, now())`,
    sql`insert into own_accounts (workspace_id, user_id, account_id, favourite_at)
      values (${workspace}, ${names.member}, ${account}, now())`,
    sql`insert into owner_releases (workspace_id, user_id) values (${workspace}, ${names.left})`,
    sql`insert into quiet_candidates (workspace_id, account_id, person_id, last_day, days_before)
      select workspace_id, account_id, person_id, current_date - 60, 9 from contacts
      where workspace_id = ${workspace} limit 1 on conflict do nothing`,
    sql`insert into today_marks (workspace_id, user_id, activity_key, occurred_at)
      values (${workspace}, ${names.member}, ${key}, now())`,
    sql`insert into today_visits (workspace_id, user_id, since, seen_at)
      values (${workspace}, ${names.member}, now() - interval '1 day', now())`,
  ];
  for (const statement of statements) await statement.execute(app.db);
}
