import type { TestEnvironment } from './journey.ts';
import type { TestUser } from './environment/team.ts';

/**
 * Makes a call as a user, beside the browser.
 *
 * @param name method and path: `POST /api/accounts/import`.
 */
export async function callApi<Data>(
  { url }: TestEnvironment,
  { token }: TestUser,
  name: string,
  body?: object,
): Promise<Data> {
  const [method = '', path = ''] = name.split(' ');
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: Data };
  if (!response.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return answer.data;
}
