import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createLog } from '#platform/log/create-log.ts';
import { iconRequest } from './icon-fetcher.ts';
import { createFetchPublic, type Fetched, type FetchPublic } from '#platform/net/fetch-public.ts';
import { findIcon } from './find-icon.ts';
import { createIconAddress } from './icon-address.ts';
import { IconCache } from './icon-cache.ts';
import { IconFetcher } from './icon-fetcher.ts';
import { isPublicAddress } from '#platform/net/public-address.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
const ico = Buffer.from('000001000100', 'hex');

/** A fake web of the given pages; a text that begins with '->' is a redirect. */
function webOf(pages: Record<string, Buffer | string>): FetchPublic & { asked: string[] } {
  const asked: string[] = [];
  const fetch: FetchPublic = async ({ href }): Promise<Fetched> => {
    asked.push(href);
    const page = pages[href];
    if (page === undefined) throw new Error(`There is no ${href}.`);
    const location = page.toString().startsWith('->') ? page.toString().slice(2) : undefined;
    return { status: location === undefined ? 200 : 302, location, body: Buffer.from(page) };
  };
  return Object.assign(fetch, { asked });
}

/**
 * CPU time of this process only, so that other load on the machine does not matter; microseconds.
 */
async function timeOf(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return user + system;
}

describe('findIcon', () => {
  test('takes the usual place, following redirects', async () => {
    const web = webOf({
      'https://acme.com/favicon.ico': '->//cdn.acme.com/a.ico',
      'https://cdn.acme.com/a.ico': ico,
    });
    expect(await findIcon(web, 'acme.com')).toEqual({ type: 'ico', bytes: ico });
  });

  test("tries 'www', and then what the home page names", async () => {
    const www = webOf({ 'https://www.acme.com/favicon.ico': png });
    expect(await findIcon(www, 'acme.com')).toEqual({ type: 'png', bytes: png });
    const named = webOf({
      'https://acme.com/': '->/home',
      'https://acme.com/home':
        '<link href="/style.css" rel=stylesheet><LINK rel="shortcut icon" href="a.png?x=1&amp;y=2">',
      'https://acme.com/a.png?x=1&y=2': png,
    });
    expect(await findIcon(named, 'acme.com')).toEqual({ type: 'png', bytes: png });
  });

  test.each([
    ['blanks', `<link rel=${' '.repeat(1_900)}>`],
    ['tags that never end', '<link '],
    ['attributes', `<link ${'\trel= icon_'.repeat(170)}>`],
  ])('is not kept busy by a page full of %s', async (_what, part) => {
    const page = part.repeat(Math.ceil((256 * 1024) / part.length));
    const web = webOf({ 'https://acme.com/': page });
    const read = () => findIcon(web, 'acme.com');
    expect(await read()).toBeUndefined();
    // With a backtracking expression this page took several times as long.
    const bearable = await timeOf(() => {
      for (let times = 0; times < 200; times += 1) createHash('sha256').update(page).digest();
    });
    const times = [await timeOf(read), await timeOf(read), await timeOf(read)];
    expect(Math.min(...times)).toBeLessThan(bearable);
  });

  test('takes nothing that is no picture, whatever it is called', async () => {
    const web = webOf({
      'https://acme.com/favicon.ico': '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
      'https://www.acme.com/favicon.ico': '<!doctype html>',
      'https://acme.com/': '<link rel="icon" href="data:image/png;base64,AAAA">',
    });
    expect(await findIcon(web, 'acme.com')).toBeUndefined();
  });

  test('gives up on circles', async () => {
    const web = webOf({ 'https://acme.com/favicon.ico': '->/favicon.ico' });
    expect(await findIcon(web, 'acme.com')).toBeUndefined();
    expect(web.asked.length).toBeLessThan(10);
  });
});

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '172.15.0.1', '193.0.0.1', '2606:4700::1111'])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:db8::1',
    '::127.0.0.1',
    '4000::1',
    'acme.com',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('fetchPublic', () => {
  const fetchPublic = createFetchPublic(async () => ['127.0.0.1'], iconRequest);
  const limits = () => ({ signal: AbortSignal.timeout(2_000), maximumBytes: 10 });

  test.each([
    'http://acme.com/',
    'https://acme.com:8443/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
  ])('does not ask %s', async (url) => {
    await expect(fetchPublic(new URL(url), limits())).rejects.toThrow('is not asked');
  });

  test('does not connect to a name that points into this machine', async () => {
    await expect(fetchPublic(new URL('https://localhost/'), limits())).rejects.toThrow(
      'which is not public',
    );
  });
});

describe('IconCache', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'icon-cache-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('keeps icons and misses, each for its time', async () => {
    const cache = new IconCache(path.join(folder, 'icons'));
    expect(await cache.read('acme.com')).toBeUndefined();
    await cache.write('acme.com', { type: 'png', bytes: png });
    await cache.write('none.org', undefined);
    expect(await cache.read('acme.com')).toEqual({
      icon: { type: 'png', bytes: png },
      isFresh: true,
    });
    expect(await cache.read('none.org')).toEqual({ icon: undefined, isFresh: true });
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    for (const file of await readdir(path.join(folder, 'icons'))) {
      await utimes(path.join(folder, 'icons', file), twoDaysAgo, twoDaysAgo);
    }
    expect(await cache.read('acme.com')).toMatchObject({ isFresh: true });
    expect(await cache.read('none.org')).toMatchObject({ isFresh: false });
  });

  test.each([
    ['bytes', { bytes: png.length * 3, files: 1_000 }],
    ['files', { bytes: 1_000_000, files: 3 }],
  ])('keeps so many %s, and removes the oldest', async (what, limits) => {
    const cacheFolder = path.join(folder, what);
    const cache = new IconCache(cacheFolder, limits);
    const write = (domain: string) => cache.write(domain, { type: 'png', bytes: png });
    await write('first.com');
    const [first = ''] = await readdir(cacheFolder);
    const longAgo = new Date(Date.now() - 86_400_000);
    await utimes(path.join(cacheFolder, first), longAgo, longAgo);
    await write('second.com');
    await write('third.com');
    expect(await cache.read('first.com')).toBeDefined();
    await write('fourth.com');
    expect(await cache.read('first.com')).toBeUndefined();
    for (const domain of ['second.com', 'third.com', 'fourth.com']) {
      expect(await cache.read(domain)).toBeDefined();
    }
  });

  test('is filled by the fetcher, each domain asked once', async () => {
    const cache = new IconCache(path.join(folder, 'fetched'));
    const web = webOf({ 'https://acme.com/favicon.ico': png });
    const fetcher = new IconFetcher(web, cache, createLog('silent'));
    expect(fetcher.isIdle).toBe(true);
    const asking = [fetcher.request('acme.com'), fetcher.request('acme.com')];
    expect(fetcher.isIdle).toBe(false);
    await Promise.all([...asking, fetcher.request('none.org')]);
    expect(await cache.read('acme.com')).toMatchObject({ icon: { type: 'png' } });
    expect(await cache.read('none.org')).toEqual({ icon: undefined, isFresh: true });
    expect(web.asked.filter((url) => url.startsWith('https://acme.com'))).toHaveLength(1);
    expect(fetcher.isIdle).toBe(true);
  });
});

describe('GET /api/icons/{domain}/{signature}', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('serves cached icons to any client with the URL', async () => {
    const cache = new IconCache(path.join(app.context.config.dataDir, 'icons'));
    await cache.write('acme.com', { type: 'png', bytes: png });
    const url = createIconAddress(app.context.config)('acme.com');
    const response = await app.app.inject({ url });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*sandbox$/),
    });
    expect(response.rawPayload).toEqual(png);
  });

  test('is empty for some when hundreds are requested at the same time', async () => {
    const cache = new IconCache(path.join(app.context.config.dataDir, 'icons'));
    await cache.write('busy.org', { type: 'png', bytes: png });
    const url = createIconAddress(app.context.config)('busy.org');
    const responses = await Promise.all(Array.from({ length: 300 }, () => app.app.inject({ url })));
    const refused = responses.filter(({ statusCode }) => statusCode === 204);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers['cache-control']).toBe('no-store');
    expect((await app.app.inject({ url })).statusCode).toBe(200);
  });

  test('is empty where there is no icon, and not found at a forged address', async () => {
    const address = createIconAddress(app.context.config);
    const cache = new IconCache(path.join(app.context.config.dataDir, 'icons'));
    await cache.write('none.org', undefined);
    const forged = address('other.org').replace('other.org', 'acme.com');
    const missing = await app.app.inject({ url: address('none.org') });
    expect(missing.statusCode).toBe(204);
    expect(missing.headers['cache-control']).toContain('max-age=');
    for (const url of [forged, '/api/icons/acme.com/x']) {
      expect((await app.app.inject({ url })).statusCode).toBe(404);
    }
  });

  test('is at the name of the server where the web application lives elsewhere', () => {
    const { config } = app.context;
    expect(createIconAddress({ ...config, webUrl: 'https://web.example' })('acme.com')).toMatch(
      `${config.publicUrl}/api/icons/acme.com/`,
    );
  });
});
