import { type Kysely, sql } from 'kysely';

/**
 * Hidden recipients (Bcc) are stored apart from the participants, so that they are never published.
 * Until now they were the participants of a mail with the role 'other'.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const others = (operator: '=' | '<>') => `coalesce((
  select jsonb_agg(participant order by position)
  from jsonb_array_elements(participants) with ordinality as given(participant, position)
  where participant ->> 'role' ${operator} 'other'), '[]')`;
const hasOthers = `type = 'email' and participants @> '[{"role": "other"}]'`;

const statements = [
  `alter table captured_activities add column bcc jsonb not null default '[]'`,
  `update captured_activities set bcc = ${others('=')}, participants = ${others('<>')}
    where ${hasOthers}`,
  `update account_activities set participants = ${others('<>')} where ${hasOthers}`,
];
