import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';
import type { Deletion } from '../hand-overs/begin-hand-over.ts';
import { findUser } from '../users/find-user.ts';
import { composeDeletionMail } from './mail/deletion-mail.ts';

/** A mail about a deletion; without the address and the link, which the queue would keep longer than the server. */
export interface DeletionToMail {
  userId: string;
  by: Deletion['by'];
  /** Of an owner's deletion that leaves the account; empty if it goes. */
  workspaceIds: string[];
}

interface Begun {
  id: string;
  deletedBy: string;
  endsAt: Date;
  /** Null if the account goes. */
  workspace: string | null;
  /** Whether the user comes back by a link. */
  hasLink: boolean;
}

/**
 * Sends the mail about a deletion again; does nothing if the user is back, it has ended, or it is no
 * longer theirs. Rejects when it could not be handed over. Of a user who deleted themselves, the link is a
 * new one, and the earlier stops working.
 */
export async function sendDeletionMail(
  { config, db, mailer }: Pick<Context, 'config' | 'db' | 'mailer'>,
  { userId, by, workspaceIds }: DeletionToMail,
): Promise<void> {
  const begun = await readBegun(db, userId, workspaceIds);
  const [first] = begun;
  const user = await findUser(db, userId);
  if (first === undefined || user === undefined) return;
  // An administrator took it over.
  if (by === 'user' && !first.hasLink) return;
  const token = by === 'user' ? createToken() : undefined;
  if (token !== undefined) {
    await sql`
      update hand_overs set return_token_hash = ${hashToken(token)}
      where id = ${first.id} and state = 'leaving' and return_token_hash is not null`.execute(db);
  }
  const { deletedBy, endsAt } = first;
  const workspaces = begun.flatMap(({ workspace }) => workspace ?? []);
  await mailer.send(
    composeDeletionMail(config, { user, by, deletedBy, endsAt, workspaces, token }),
  );
}

/** Counts the data of the email's subject that is still being deleted. */
async function readBegun(
  db: Connection,
  userId: string,
  workspaceIds: readonly string[],
): Promise<Begun[]> {
  const { rows } = await sql<Begun>`
    select handed.id, begun_by as "deletedBy", ends_at as "endsAt", workspace.name as workspace,
      return_token_hash is not null as "hasLink"
    from hand_overs handed
    left join workspaces workspace on workspace.id = handed.workspace_id
    where handed.user_id = ${userId} and handed.state = 'leaving' and handed.choice = 'erase'
      and handed.ends_at > now() and ${
        workspaceIds.length === 0
          ? sql`handed.workspace_id is null`
          : sql`handed.workspace_id = any(${workspaceIds}::uuid[])`
      }
    order by workspace.name, handed.id`.execute(db);
  return rows;
}
