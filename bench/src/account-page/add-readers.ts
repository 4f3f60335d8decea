import pg from 'pg';
import { createToken, hashToken } from '../../../apps/server/src/platform/secrets/token.ts';

/**
 * Adds members to the workspace of an account, since requests of one user take turns.
 *
 * @returns the token of a session of each.
 */
export async function addReaders(
  url: string,
  accountId: string,
  readers: number,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tokens = Array.from({ length: readers }, createToken);
  try {
    for (const [number, token] of tokens.entries()) {
      await client.query(
        `with member as (
          insert into users (email, name) values ($1, $1) returning id
        ), membership as (
          insert into memberships (workspace_id, user_id, role)
          select account.workspace_id, member.id, 'member'
          from workspace_accounts account cross join member where account.id = $2
        )
        insert into sessions (user_id, token_hash) select id, $3 from member`,
        [`reader-${number}@readers.example`, accountId, hashToken(token)],
      );
    }
    await client.query('vacuum analyze users, memberships, sessions');
    return tokens;
  } finally {
    await client.end();
  }
}
