import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';

const html = `<!doctype html><html><head>
<meta name="product-name" content="" />
<meta name="api-base-url" content="" />
<meta name="server-level" content="" />
<meta name="user-data-resets" content="" />
<title></title></head><body>${'<!-- -->'.repeat(200)}</body></html>`;
const script = `console.log(${JSON.stringify('x'.repeat(3_000))});`;

const secret = 'what lies outside of the build';

let parent: string;
let folder: string;
let app: TestApp;

async function writeBuild(to: string): Promise<void> {
  await mkdir(path.join(to, 'assets'), { recursive: true });
  await writeFile(path.join(to, 'assets', 'index-Bu0dzztv.js'), script);
  await writeFile(path.join(to, 'assets', 'face-DO1Apj_S.woff2'), Buffer.alloc(2_000, 7));
  await writeFile(path.join(to, 'theme.js'), 'document.title;');
  await writeFile(path.join(to, 'index.html'), html);
}

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'serve-web-'));
  folder = path.join(parent, 'dist');
  await writeBuild(folder);
  await writeFile(path.join(parent, 'secret.txt'), secret);
  app = await createTestApp({
    webFolder: folder,
    config: {
      productName: 'A & "B" <C>',
      apiBaseUrl: 'https://api.example/base',
      webServerLevel: 'full',
    },
  });
});
afterAll(async () => {
  await app.close();
  await rm(parent, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.app.inject({ method, url, headers });

/** The body of the response to a URL that is sent exactly as written. */
function rawGet(origin: string, address: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    http
      .get({ hostname, port, path: address, agent: false }, (response) => {
        text(response).then(resolve, reject);
      })
      .on('error', reject);
  });
}

describe('the page', () => {
  test.each(['/', '/login', '/acme/sales/accounts/5f2?timeline_window=6W', '/index', '/apish'])(
    'stands for the screen %s',
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
      expect(body).toContain('<body>');
    },
  );

  test.each(['/%E0%A4%A', '/acme/%zz/accounts', '/100%', '/%E0%A4%A?next=%E0%A4%A'])(
    'is answered to an address that cannot be decoded: %s',
    async (url) => {
      const { statusCode, headers } = await get(url);
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    },
  );

  test('is not answered to such an address of a call or of a file', async () => {
    const call = await get('/api/%E0%A4%A', { accept: 'text/html' });
    expect([call.statusCode, call.json().error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect((await get('/assets/%E0%A4%A.js')).statusCode).toBe(404);
  });

  test('holds the settings as text, never as markup', async () => {
    const { body } = await get('/');
    const name = 'A &amp; &quot;B&quot; &lt;C&gt;';
    expect(body).toContain(`<meta name="product-name" content="${name}" />`);
    expect(body).toContain('<meta name="api-base-url" content="https://api.example/base" />');
    expect(body).toContain('<meta name="server-level" content="full" />');
    expect(body).toContain('<meta name="user-data-resets" content="off" />');
    expect(body).toContain(`<title>${name}</title>`);
  });

  test('runs only its own scripts and is shown in no one else’s frame', async () => {
    const { headers } = await get('/login');
    const policy = String(headers['content-security-policy']);
    const directives = new Map(
      policy.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.join(' ')];
      }),
    );
    expect(Object.fromEntries(directives)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self' https://api.example",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  test('is not sent again while it is the same', async () => {
    const first = await get('/');
    const again = await get('/login', { 'if-none-match': String(first.headers['etag']) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const other = await get('/', { 'if-none-match': 'W/"another"' });
    expect(other.statusCode).toBe(200);
  });

  test('answers HEAD with the same head', async () => {
    const full = await get('/login');
    const head = await get('/login', {}, 'HEAD');
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(full.headers['content-length']);
    expect(head.headers['etag']).toBe(full.headers['etag']);
  });
});

describe('a file', () => {
  test('whose name holds a hash is kept for good', async () => {
    const { statusCode, headers, body } = await get('/assets/index-Bu0dzztv.js');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(body).toBe(script);
  });

  test('without one is revalidated', async () => {
    const first = await get('/theme.js');
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await get('/theme.js', { 'if-none-match': String(first.headers['etag']) });
    expect(again.statusCode).toBe(304);
  });

  test.each([
    ['br', zlib.brotliDecompressSync],
    ['gzip', zlib.gunzipSync],
  ])('of text is sent as %s', async (encoding, decompress) => {
    const { headers, rawPayload } = await get('/assets/index-Bu0dzztv.js', {
      'accept-encoding': encoding,
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toBe('accept-encoding');
    expect(decompress(rawPayload).toString()).toBe(script);
  });

  test('that is packed already is sent as it is', async () => {
    const { headers, rawPayload } = await get('/assets/face-DO1Apj_S.woff2', {
      'accept-encoding': 'br, gzip',
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-type']).toBe('font/woff2');
    expect(rawPayload).toHaveLength(2_000);
  });

  test.each(['/assets/index-older.js', '/favicon.ico', '/assets/deep/none.css', '/index.php'])(
    'that is missing is never answered with the page: %s',
    async (url) => {
      const { statusCode, headers } = await get(url);
      expect(statusCode).toBe(404);
      expect(headers['content-type']).toContain('application/json');
    },
  );

  test('that is missing is reported by the page at its address', async () => {
    const { statusCode, body } = await get('/acme/v1.0', { accept: 'text/html,*/*;q=0.8' });
    expect(statusCode).toBe(200);
    expect(body).toContain('<body>');
  });

  test('outside of the build is out of reach, however the address is written', async () => {
    // Over a real connection: `inject` would normalize the URLs.
    const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const addresses = [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/..%5csecret.txt',
      '//secret.txt',
      '/secret.txt%00.html',
      `${parent}/secret.txt`,
    ];
    for (const address of addresses) expect(await rawGet(origin, address)).not.toContain(secret);
    expect(await rawGet(origin, '/theme.js')).toBe('document.title;');
  });
});

describe('without a build', () => {
  test('says what to do, and serves one that is made later', async () => {
    const later = path.join(parent, 'later');
    const bare = await createTestApp({ webFolder: later });
    try {
      const before = await bare.app.inject('/login');
      expect(before.statusCode).toBe(503);
      expect(before.headers['content-type']).toContain('text/html');
      expect(before.body).toContain('npm run build');
      expect((await bare.app.inject('/healthz')).statusCode).toBe(200);

      await writeBuild(later);
      expect((await bare.app.inject('/login')).body).toContain('<title></title>');

      await writeFile(path.join(later, 'index.html'), html.replace('<body>', '<body>second'));
      await utimes(path.join(later, 'index.html'), new Date(), new Date(Date.now() + 5_000));
      expect((await bare.app.inject('/login')).body).toContain('second');
    } finally {
      await bare.close();
    }
  });
});
