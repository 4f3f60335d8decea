import { callApi } from '../call-api.ts';
import type { TestEnvironment } from '../journey.ts';
import type { TestUser } from '../environment/team.ts';

/** Creates users without a password that one search finds, and no others. */
export async function createFindableUsers(
  environment: TestEnvironment,
  admin: TestUser,
  count: number,
): Promise<{ term: string; ids: string[] }> {
  const term = `team${crypto.randomUUID().slice(0, 8)}`;
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const name = `Ada Lovelace the ${number}.`;
    const email = `ada${number}@${term}.example`;
    const made = await callApi<{ user: { id: string } }>(
      environment,
      admin,
      'POST /api/admin/users/invite',
      { name, email },
    );
    ids.push(made.user.id);
  }
  return { term, ids };
}
