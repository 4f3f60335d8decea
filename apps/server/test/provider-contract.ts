import { describe, expect, it } from 'vitest';
import type { SourceProvider } from '#modules/integrations/provider.ts';
import type { ActivitySource, Cursor } from '#modules/integrations/provider/activity-source.ts';
import {
  type ChangePosition,
  positionAfter,
} from '#modules/integrations/provider/change-position.ts';
import type { Credentials, Grant } from '#modules/integrations/provider/connect-methods.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';

/** A provider with a stand-in for its vendor, created for each test. */
export interface ProviderUnderTest {
  provider: SourceProvider;
  /** Connects as a user would. */
  connect: () => Promise<Grant>;
  /** Whether its mailbox captures no text. */
  withoutText?: boolean;
  /** Adds an item with someone at acme.com to the source; returns its id. */
  add: (title: string) => Promise<string>;
  remove: (id: string) => Promise<void>;
  /** Invalidates the cursors that were returned so far; absent if cursors do not expire. */
  expireCursors?: () => Promise<void>;
  /** The location of each added item; absent if ids contain it. */
  locations?: ReadonlyMap<string, ItemLocation>;
  /** Revokes the user's grant. */
  revokeGrant: () => Promise<void>;
  /** Makes every request fail with this status until `repair`. */
  fail: (status: 429 | 503) => Promise<void>;
  repair: () => Promise<void>;
}

const nothing = { changed: [], removed: [] };
const longAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000);

/** The requirements of the engine for any provider. */
export function describeProvider(name: string, start: () => Promise<ProviderUnderTest>): void {
  const opened = async () => {
    const under = await start();
    const grant = await under.connect();
    const saved: Credentials[] = [];
    const source = under.provider.open({
      ...grant,
      withoutText: under.withoutText === true,
      findLocations: async (id) => {
        const location = under.locations?.get(id);
        return location === undefined ? [] : [location];
      },
      findFolders: async (prefix) =>
        [...(under.locations?.values() ?? [])].flatMap(({ folder }) =>
          folder.startsWith(prefix) ? [folder] : [],
        ),
      saveCredentials: (credentials) => saved.push(credentials),
      ownerId: 'owner',
      spendRequest: async () => {},
      signal: new AbortController().signal,
    });
    return { under, grant, source, saved };
  };

  describe(`${name} as a provider`, () => {
    it('makes a grant that can be stored', async () => {
      const { connect } = await start();
      const grant = await connect();
      expect(grant.source).not.toBe('');
      expect(JSON.parse(JSON.stringify(grant.credentials))).toEqual(grant.credentials);
    });

    it('lists what there is, page by page, newest first, and reads it', async () => {
      const { under, source } = await opened();
      const ids = [];
      for (const title of ['one', 'two', 'three']) ids.push(await under.add(title));
      for (const domains of [undefined, ['acme.com'], ['other.example', 'acme.com']]) {
        expect(await listAll(source, domains)).toEqual(ids.toReversed());
      }
      expect(await listAll(source, ['other.example'])).toEqual([]);
      const [id = ''] = ids;
      const [head, activity] = [await source.head(id), await source.read(id)];
      expect(activity).toMatchObject({ externalId: id, title: 'one' });
      expect(activity?.key).toMatch(/^[a-z-]+:./);
      if (under.withoutText === true) {
        expect(activity).toMatchObject({ summary: '', metadata: { withoutText: true } });
        expect(activity).not.toHaveProperty('textBody');
        expect(activity).not.toHaveProperty('htmlBody');
      }
      expect(head?.occurredAt).toEqual(activity?.occurredAt);
      expect(head?.participants).toEqual(activity?.participants);
    });

    it('lists only what took place before the end of a window', async () => {
      const { under, source } = await opened();
      const ids: string[] = [];
      for (const title of ['one', 'two', 'three']) ids.push(await under.add(title));
      const [one, two, three] = await Promise.all(
        ids.map(async (id) => (await source.head(id))?.occurredAt ?? new Date(Number.NaN)),
      );
      if (!one || !two || !three) throw new Error('An added item has no head.');
      expect([two > one, three > two]).toEqual([true, true]);
      for (const domains of [undefined, ['acme.com']]) {
        expect(await listAll(source, domains, two)).toEqual(ids.slice(0, 1));
        expect(await listAll(source, domains, three)).toEqual(ids.slice(0, 2).toReversed());
      }
      expect(await listAll(source, undefined, one)).toEqual([]);
    });

    it('tells what came and went since a position', async () => {
      const { under, source } = await opened();
      const before = await under.add('before');
      const position = await positionAfterGap(source);
      expect(await changesSince(source, position)).toMatchObject(nothing);
      const added = await under.add('added');
      await under.remove(before);
      const changes = await changesSince(source, position, under.locations);
      expect(changes).toMatchObject({ changed: [added], removed: [before] });
      expect(await changesSince(source, changes.end)).toMatchObject(nothing);
    });

    it('gives nothing for what is gone', async () => {
      const { under, source } = await opened();
      const id = await under.add('gone');
      await under.remove(id);
      expect([await source.head(id), await source.read(id)]).toEqual([undefined, undefined]);
    });

    it('begins again with a page token that means nothing', async () => {
      const { under, source } = await opened();
      const id = await under.add('one');
      const window = { since: longAgo, domains: undefined };
      expect((await source.list(window, 'made up')).ids).toEqual([id]);
      expect((await source.list(window, '0:made up')).ids).toEqual([id]);
    });

    it('names what goes wrong', async () => {
      const { under, source } = await opened();
      const position = await source.position();
      const id = await under.add('one');
      await under.fail(429);
      await expect(source.read(id)).rejects.toMatchObject({ kind: 'rate-limited' });
      await under.repair();
      await under.fail(503);
      await expect(source.position()).rejects.toMatchObject({ kind: 'temporary' });
      await under.repair();
      if (under.expireCursors) {
        await under.expireCursors();
        await under.add('two');
        await expect(source.changes(position)).rejects.toMatchObject({ kind: 'cursor-expired' });
      }
      await under.revokeGrant();
      await expect(source.head(id)).rejects.toMatchObject({ kind: 'reauthorize' });
    });

    it('stops when it is told to', async () => {
      const under = await start();
      const grant = await under.connect();
      const stop = new AbortController();
      const source = under.provider.open({
        ...grant,
        withoutText: under.withoutText === true,
        saveCredentials: () => {},
        ownerId: 'owner',
        spendRequest: async () => {},
        signal: stop.signal,
      });
      stop.abort();
      await expect(source.position()).rejects.toBeInstanceOf(Error);
    });
  });
}

/** Returns a cursor or a position as it is read from the database. */
const throughJson = <Value extends Cursor | ChangePosition>(value: Value): Value =>
  JSON.parse(JSON.stringify(value)) as Value;

/** A new position may begin with what happened to stored items before it. */
const positionAfterGap = async (source: ActivitySource): Promise<Cursor> =>
  (await changesSince(source, throughJson(await source.position()))).end;

async function listAll(
  source: ActivitySource,
  domains: string[] | undefined,
  until?: Date,
): Promise<string[]> {
  const ids: string[] = [];
  for (let token: string | undefined; ;) {
    const page = await source.list({ since: longAgo, domains, ...(until && { until }) }, token);
    ids.push(...page.ids);
    if (page.nextPageToken === undefined) return ids;
    token = page.nextPageToken;
  }
}

async function changesSince(
  source: ActivitySource,
  begin: Cursor,
  locations: ProviderUnderTest['locations'] = new Map(),
) {
  const changed: string[] = [];
  const removed: string[] = [];
  for (let position: ChangePosition = { cursor: begin }; ;) {
    const page = await source.changes(position.cursor, position.progress);
    changed.push(...page.changed);
    removed.push(...page.removed);
    const { contents } = page;
    for (const { id, folder, validity, uid } of contents === undefined ? [] : locations.values()) {
      const now = contents?.changed.find((one) => one.folder === folder);
      const isThere =
        (now === undefined && contents?.gone?.includes(folder) !== true) ||
        (now?.validity === validity && now.uids.some(([from, to]) => from <= uid && uid <= to));
      // What was removed may be named again.
      if (!isThere && !removed.includes(id)) removed.push(id);
    }
    position = throughJson(positionAfter(position, page));
    if (page.isLast) return { changed, removed, end: position.cursor };
  }
}
