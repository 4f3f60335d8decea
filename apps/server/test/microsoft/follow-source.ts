import type { ActivityToCapture } from '#modules/integrations/provider.ts';
import type { ActivitySource, Cursor } from '#modules/integrations/provider/activity-source.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';

/** Repeats a call that fails for the moment, as the engine does, without its waits. */
const MAX_ATTEMPTS = 30;

/** What the engine stores of a source: a text for each item, and the cursor. */
export interface FollowedSource {
  stored: Map<string, string>;
  /** Reads the changes. `pages`: after so many the process is killed. */
  sync: (pages?: number) => Promise<void>;
  /** Compares the stored items with the source's, as every night. */
  compare: () => Promise<void>;
}

/**
 * Follows a source as the engine does, in memory: each page is stored together with its cursor, and after a kill a
 * new process goes on there.
 *
 * @param open opens the source, as a process does.
 * @param textOf what is kept of an item: by default its Message-ID.
 */
export function followSource(
  open: () => ActivitySource,
  textOf: (item: ActivityToCapture) => string = ({ messageIds }) => messageIds?.[0] ?? '',
): FollowedSource {
  const stored = new Map<string, string>();
  let cursor: Cursor | undefined;
  let source = open();
  let mustCompare = false;

  const store = async (ids: readonly string[]) => {
    for (const id of ids) {
      const item = await repeated(() => source.read(id));
      if (item === undefined) stored.delete(id);
      else stored.set(id, textOf(item));
    }
  };

  const list = async (): Promise<Set<string>> => {
    const listed = new Set<string>();
    const window = { since: new Date(Date.now() - 84 * 86_400_000), domains: undefined };
    for (let token: string | undefined; ;) {
      const page = await repeated(() => source.list(window, token));
      for (const id of page.ids) listed.add(id);
      token = page.nextPageToken;
      if (token === undefined) return listed;
    }
  };

  const compare = async () => {
    const listed = await list();
    await store([...listed].filter((id) => !stored.has(id)));
    for (const id of stored.keys()) {
      if (listed.has(id)) continue;
      if ((await repeated(() => source.head(id))) === undefined) stored.delete(id);
    }
    mustCompare = false;
  };

  return {
    stored,
    compare,
    async sync(pages = Number.POSITIVE_INFINITY) {
      if (cursor === undefined) {
        cursor = throughJson(await repeated(() => source.position()));
        await store([...(await list())]);
      }
      for (let read = 0; ; read += 1) {
        if (read >= pages) {
          source = open();
          return;
        }
        const from: Cursor = cursor;
        const page = await repeated(() => source.changes(from)).catch(unlessExpired);
        if (page === undefined) {
          cursor = throughJson(await repeated(() => source.position()));
          mustCompare = true;
          continue;
        }
        await store(page.changed);
        for (const id of page.removed) stored.delete(id);
        mustCompare ||= page.needsComparison === true;
        cursor = throughJson(page.next);
        if (page.isLast) break;
      }
      if (mustCompare) await compare();
      source = open();
    },
  };
}

const throughJson = (value: Cursor): Cursor => JSON.parse(JSON.stringify(value)) as Cursor;

function unlessExpired(error: unknown): undefined {
  if (!(error instanceof ProviderError) || error.kind !== 'cursor-expired') throw error;
}

async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isPassing =
        error instanceof ProviderError &&
        (error.kind === 'temporary' || error.kind === 'rate-limited');
      if (!isPassing || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
