import type { Database } from '#platform/database/create-database.ts';
import { OF_USER } from '../protected-level.ts';
import type { StoredParticipant } from '#platform/database/schema/activities.ts';

interface Referring {
  owner_id: string;
  activity_key: string;
  thread_refs: string[];
}

interface Mark {
  owner_id: string;
  ref: string;
}

/** Whether a copy is, directly or through others of its owner, connected to one of the marks. */
export function connectedWith(
  copies: readonly Referring[],
  marks: readonly Mark[],
): (copy: Referring) => boolean {
  const known = new Set(marks.map(({ owner_id, ref }) => `${owner_id} ${ref}`));
  const namesOf = ({ owner_id, activity_key, thread_refs }: Referring) =>
    [activity_key, ...thread_refs].map((ref) => `${owner_id} ${ref}`);
  const isKnown = (copy: Referring) => namesOf(copy).some((name) => known.has(name));
  for (let size = -1; size < known.size;) {
    size = known.size;
    for (const name of copies.filter(isKnown).flatMap(namesOf)) known.add(name);
  }
  return isKnown;
}

interface Copy extends Referring {
  participants: StoredParticipant[];
  bcc: StoredParticipant[];
}

/**
 * The highest level that protected addresses leave to a copy, -1 for nothing. Whom the copies of a conversation name
 * decides, and the references of conversations that named a protected address before, which are read.
 */
export async function protectedLevels(
  db: Database,
  captured: readonly Copy[],
  workspaceId: string,
): Promise<(copy: Copy) => number> {
  const ofUsers = await db.selectFrom('protected_addresses').selectAll().execute();
  const ofWorkspace = await db
    .selectFrom('workspace_protected_addresses')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .execute();
  const refs = await db.selectFrom('protected_refs').selectAll().execute();
  const owners = [...new Set(captured.map(({ owner_id }) => owner_id))];
  const protections = [
    ...ofUsers.map((one) => ({ ...one, workspace_id: OF_USER })),
    ...owners.flatMap((owner_id) => ofWorkspace.map((one) => ({ ...one, owner_id }))),
  ];
  const rules = protections.map(({ owner_id, workspace_id, address, level }) => {
    const before = refs.filter(
      (ref) =>
        ref.owner_id === owner_id && ref.address === address && ref.workspace_id === workspace_id,
    );
    const named = captured.filter(
      (copy) =>
        copy.owner_id === owner_id &&
        // Hidden recipients count for the user's own protections alone.
        [...copy.participants, ...(workspace_id === OF_USER ? copy.bcc : [])].some(
          ({ email }) => `@${email}`.endsWith(`@${address}`) || email.endsWith(`.${address}`),
        ),
    );
    const marks = [...before, ...named.map(({ activity_key: ref }) => ({ owner_id, ref }))];
    return { level, concerns: connectedWith(captured, marks) };
  });
  return (copy) =>
    Math.min(2, ...rules.flatMap(({ level, concerns }) => (concerns(copy) ? [level] : [])));
}
