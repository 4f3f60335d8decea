import { createClient, type Client } from '@repo/client/client';
import { limits } from '@repo/contract/limits';
import { normalEmail } from '#modules/users/email-address.ts';
import { readSecretFiles } from '#platform/secrets/secret-files.ts';
import { type AdministeredServer, UsageError } from './command.ts';
import { notThere, readWorkspaceAddress } from './find-named.ts';

/**
 * Opens a server to be administered over its API. Sends nothing yet.
 *
 * @param address as in `https://tracker.example.com`
 * @param environment with the key in `API_KEY`, or the path of its file in `API_KEY_FILE`: other users of the
 *   machine can see the arguments of a command
 * @throws UsageError without a key, or for an address that is none
 */
export function openServer(
  address: string,
  environment: Record<string, string | undefined>,
): AdministeredServer {
  const { API_KEY: key = '' } = readSecretFiles(environment, ['API_KEY']);
  if (key === '') {
    throw new UsageError('--server needs an API key: set API_KEY, or API_KEY_FILE to its file');
  }
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new UsageError(`--server ${address} is no address: write https://NAME`);
  }
  const client = createClient({ address, key });
  const call: Client['call'] = async (name, input) => {
    try {
      return await client.call(name, input);
    } catch (error) {
      throw explain(error, address);
    }
  };

  return {
    call,
    findUser: async (typed) => {
      const email = normalEmail(typed);
      const found = await findIn(
        (query) => call('GET /api/admin/users', { query: { ...query, search: email } }),
        (user) => user.email === email,
      );
      if (found === undefined) throw notThere.user(email);
      return found;
    },
    findOrganizationId: async (slug) => {
      const found = await findIn(
        (query) => call('GET /api/admin/organizations', { query: { ...query, search: slug } }),
        (one) => one.slug === slug,
      );
      if (found === undefined) throw notThere.organization(slug);
      return found.id;
    },
    findWorkspaceId: async (named) => {
      const { organization, slug } = readWorkspaceAddress(named);
      const found = await findIn(
        (query) => call('GET /api/admin/workspaces', { query: { ...query, search: slug } }),
        (one) => one.slug === slug && one.organization.slug === organization,
      );
      if (found === undefined) throw notThere.workspace(named);
      return found.id;
    },
  };
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
  for (let page = 1; ; page += 1) {
    const { items, pagination } = await read({ page, limit: limits.pageSize });
    const found = items.find(isWanted);
    if (found !== undefined || page >= pagination.totalPages) return found;
  }
}

/** A failure of the connection, in words for people. What the server explains stays as it is. */
function explain(error: unknown, address: string): unknown {
  if (error instanceof SyntaxError) {
    return new Error(`${address} does not answer as this product does. Check the address.`, {
      cause: error,
    });
  }
  if (error instanceof TypeError && error.cause instanceof Error) {
    const { message, code } = error.cause as NodeJS.ErrnoException;
    return new Error(`${address} cannot be reached: ${message || code}`, { cause: error });
  }
  return error;
}
