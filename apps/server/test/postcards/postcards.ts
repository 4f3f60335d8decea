import type { ActivityToCapture, SourceProvider } from '#modules/integrations/provider.ts';

/** A vendor unknown to the product: email that is connected with an API key. */
export function createPostcards(mails: readonly ActivityToCapture[]): SourceProvider {
  const find = (id: string) => mails.find(({ externalId }) => externalId === id);
  return {
    id: 'postcards',
    name: 'Postcards',
    kind: 'mail',
    texts: { note: 'Reads postcards alone', connectHelp: 'The key is on the back.' },
    connect: {
      kind: 'api-key',
      exchange: async (apiKey) => ({ credentials: { apiKey }, source: 'ann@postcards.example' }),
    },
    open: () => ({
      position: async () => ({ at: 'end' }),
      changes: async (next) => ({ changed: [], removed: [], next, isLast: true }),
      list: async () => ({
        ids: mails.map(({ externalId }) => externalId),
        nextPageToken: undefined,
        total: mails.length,
      }),
      head: async (id) => {
        const mail = find(id);
        return mail && { ...mail, listAddresses: [] };
      },
      read: async (id) => find(id),
    }),
  };
}
