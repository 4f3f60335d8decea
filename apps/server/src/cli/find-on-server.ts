import { ApiError, type Client } from '@repo/client/client';
import { limits } from '@repo/contract/limits';
import { normalEmail } from '#modules/users/email-address.ts';
import type { AdministeredServer } from './command.ts';
import { notThere, readWorkspaceAddress } from './find-named.ts';

/** A search for one name that has more pages is none of this product. */
const MAX_PAGES = 200;

/** Finds over the API what commands name. Administrators find everything, others what they are in. */
export function createFinders(call: Client['call']): Omit<AdministeredServer, 'call'> {
  const findUser = async (typed: string) => {
    const email = normalEmail(typed);
    const found = await findIn(
      (query) => call('GET /api/admin/users', { query: { ...query, search: email } }),
      (user) => user.email === email,
    );
    if (found === undefined) throw notThere.user(email);
    return found;
  };
  return {
    findUser,
    findMember: (workspaceId, typed) =>
      asAdministrator(
        () => findUser(typed),
        async () => {
          const email = normalEmail(typed);
          const found = await findIn(
            (query) =>
              call('GET /api/workspaces/{workspaceId}/members', {
                params: { workspaceId },
                query: { ...query, search: email },
              }),
            (member) => member.email === email,
          );
          if (found === undefined) throw notThere.member(email);
          return { id: found.userId, email };
        },
      ),
    findOrganizationId: async (slug) => {
      const found = await findIn(
        (query) => call('GET /api/admin/organizations', { query: { ...query, search: slug } }),
        (one) => one.slug === slug,
      );
      if (found === undefined) throw notThere.organization(slug);
      return found.id;
    },
    findWorkspaceId: async (address) => {
      const { organization, slug } = readWorkspaceAddress(address);
      const isNamed = (one: { slug: string; organization: { slug: string } }) =>
        one.slug === slug && one.organization.slug === organization;
      const found = await asAdministrator<{ id: string } | undefined>(
        () =>
          findIn(
            (query) => call('GET /api/admin/workspaces', { query: { ...query, search: slug } }),
            isNamed,
          ),
        async () => (await call('GET /api/workspaces', {})).items.find(isNamed),
      );
      if (found === undefined) throw notThere.workspace(address);
      return found.id;
    },
  };
}

/** Finds in another way for a user who is no administrator. For a key that lacks a scope the error stays. */
async function asAdministrator<Result>(
  find: () => Promise<Result>,
  otherwise: () => Promise<Result>,
): Promise<Result> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'FORBIDDEN') throw error;
    const { scope } = { ...(error.details as { scope?: string } | undefined) };
    if (scope !== undefined) throw error;
    return otherwise();
  }
}

interface Page<Item> {
  items: Item[];
  pagination: { totalPages: number };
}

/** The first item of a searched list that is wanted, in whichever page. */
async function findIn<Item>(
  read: (query: { page: number; limit: number }) => Promise<Page<Item>>,
  isWanted: (item: Item) => boolean,
): Promise<Item | undefined> {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { items, pagination } = await read({ page, limit: limits.pageSize });
    const found = items.find(isWanted);
    if (found !== undefined || items.length === 0 || page >= pagination.totalPages) return found;
  }
  return undefined;
}
