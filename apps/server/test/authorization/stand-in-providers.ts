import type { Provider, SourceProvider } from '#modules/integrations/provider.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { fathom } from '../../src/providers/fathom/fathom.ts';

const nothingToRead = () => {
  throw new Error('Nothing is synced here.');
};

/** A mailbox that can be connected and read without any network access. */
const gmail: SourceProvider = {
  id: 'gmail',
  name: 'Gmail',
  kind: 'mail',
  connect: {
    kind: 'oauth',
    grantor: 'google',
    authorizationUrl: ({ state }) => `https://provider.example/?state=${state}`,
    exchange: async () => ({ credentials: { refresh_token: 'granted' }, source: 'me@company.com' }),
    revoke: async () => {},
  },
  open: nothingToRead,
  locate: async () => undefined,
};

const fireflies: SourceProvider = {
  id: 'fireflies',
  name: 'Fireflies',
  kind: 'calls',
  connect: {
    kind: 'api-key',
    exchange: async () => {
      throw new ProviderError('reauthorize', 'Fireflies does not know this key.');
    },
  },
  open: nothingToRead,
};

const mailbox: SourceProvider = {
  id: 'mailbox',
  name: 'Mailbox',
  kind: 'mail',
  connect: {
    kind: 'server-login',
    findServer: async () => undefined,
    exchange: async ({ address, password }) => {
      if (password === 'right') return { credentials: { password }, source: address };
      throw new ProviderError('reauthorize', 'The server does not accept this password.');
    },
  },
  open: nothingToRead,
};

/** One provider for each kind of connection. */
export const standInProviders: readonly Provider[] = [gmail, fireflies, fathom, mailbox];
