import type { ChangePage } from '#modules/integrations/provider/activity-source.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import type { ProviderSession } from '#modules/integrations/provider.ts';

/** The locations that the engine stores of the pages of a source, as the source finds them. */
export function createStoredLocations() {
  let stored: ItemLocation[] = [];
  const keyOf = ({ folder, validity, uid }: ItemLocation) => `${folder} ${validity} ${uid}`;
  return {
    all: (): readonly ItemLocation[] => stored,
    store: ({ locations = [], contents }: Pick<ChangePage, 'locations' | 'contents'>) => {
      const kept = stored.filter(({ folder }) => !contents?.gone?.includes(folder));
      const byKey = new Map([...kept, ...locations].map((one) => [keyOf(one), one]));
      stored = [...byKey.values()];
    },
    session: {
      findFolders: async (prefix: string) =>
        [...new Set(stored.map(({ folder }) => folder))].filter((one) => one.startsWith(prefix)),
      findLocations: async (id: string) => stored.filter((one) => one.id === id),
    } satisfies Partial<ProviderSession>,
  };
}
