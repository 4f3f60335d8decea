import type { Stage } from './journey.ts';
import type { StagePerson } from './stage/team.ts';

/** Makes a call as an administrator, for what a journey needs but does not show. */
export async function adminCall<Data>(
  { url }: Stage,
  { token }: StagePerson,
  name: string,
  body?: object,
): Promise<Data> {
  const [method = '', path = ''] = name.split(' ');
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
  return ((await response.json()) as { data: Data }).data;
}

/** Makes people without a password whom one search finds, and nobody else. */
export async function makeFindable(
  stage: Stage,
  admin: StagePerson,
  count: number,
): Promise<{ term: string; ids: string[] }> {
  const term = `team${crypto.randomUUID().slice(0, 8)}`;
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const name = `Ada Lovelace the ${number}.`;
    const email = `ada${number}@${term}.example`;
    const made = await adminCall<{ user: { id: string } }>(
      stage,
      admin,
      'POST /api/admin/users/invite',
      { name, email },
    );
    ids.push(made.user.id);
  }
  return { term, ids };
}
