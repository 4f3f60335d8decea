import type { Connection } from '#platform/database/create-database.ts';
import { connectNames } from './private/connect-names.ts';
import { reachCaptured } from './private/reach-captured.ts';

/**
 * Finds everything that a user captured of the conversation with these references: the keys of its activities, and all
 * of its references, by which a later email of it is recognized. The caller has locked the user.
 */
export async function reachConversation(
  tx: Connection,
  ownerId: string,
  refs: readonly string[],
): Promise<{ keys: string[]; refs: string[] }> {
  const connected = connectNames();
  const captured = await reachCaptured(tx, ownerId, { seeds: [refs], connected });
  return { keys: captured.map(({ key }) => key), refs: connected.names() };
}
