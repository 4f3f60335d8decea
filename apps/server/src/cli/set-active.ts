import type { AdministeredServer } from './command.ts';

/**
 * Activates or deactivates a user over the API.
 *
 * @returns their email
 */
export async function setActive(
  { call, findUser }: AdministeredServer,
  typed: string,
  isActive: boolean,
): Promise<string> {
  const { id } = await findUser(typed);
  const { user } = await call('GET /api/admin/users/{id}', { params: { id } });
  const { name, isAdmin, isTest, updatedAt } = user;
  await call('PUT /api/admin/users/{id}', {
    params: { id },
    body: { name, isAdmin, isTest, isActive, updatedAt },
  });
  return user.email;
}
