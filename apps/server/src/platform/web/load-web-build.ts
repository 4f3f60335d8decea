import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { createWebFile, type WebFile } from './web-file.ts';

/** A web build in memory: some hundred kilobytes. */
export interface WebBuild {
  /** By URL path. Only listed files are served, so a path cannot point anywhere else. */
  files: ReadonlyMap<string, WebFile>;
  /** The HTML page of every screen. */
  page: WebFile;
}

/** Names of files in this folder contain a hash of their content. */
export const hashedFolder = '/assets/';

const forGood = 'public, max-age=31536000, immutable';
const requestFirst = 'no-cache';

/** Reads a web build and inserts the server's settings into the page. */
export async function loadWebBuild(folder: string, config: Config): Promise<WebBuild> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, WebFile>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const address = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    const cacheControl = address.startsWith(hashedFolder) ? forGood : requestFirst;
    const body = await readFile(file);
    files.set(address, createWebFile({ body, ...contentType(file), cacheControl }));
  }
  const index = files.get('/index.html');
  if (index === undefined) throw new Error(`There is no index.html in ${folder}`);
  const body = Buffer.from(fillPage(index.body.toString('utf8'), config));
  const page = createWebFile({ body, ...contentType('index.html'), cacheControl: requestFirst });
  files.delete('/index.html');
  return { files, page };
}

/** The content types of the files in a web build. */
const types: Record<string, { type: string; isText: boolean }> = {
  '.css': { type: 'text/css; charset=utf-8', isText: true },
  '.html': { type: 'text/html; charset=utf-8', isText: true },
  '.ico': { type: 'image/x-icon', isText: false },
  '.js': { type: 'text/javascript; charset=utf-8', isText: true },
  '.json': { type: 'application/json; charset=utf-8', isText: true },
  '.png': { type: 'image/png', isText: false },
  '.svg': { type: 'image/svg+xml', isText: true },
  '.txt': { type: 'text/plain; charset=utf-8', isText: true },
  '.webmanifest': { type: 'application/manifest+json', isText: true },
  '.woff2': { type: 'font/woff2', isText: false },
};

/** The Content-Type of a file, and whether it is worth compressing. */
const contentType = (file: string): { type: string; isText: boolean } =>
  types[path.extname(file)] ?? { type: 'application/octet-stream', isText: false };

/** Inserts the server's settings into the page for the web application. */
function fillPage(
  html: string,
  {
    productName,
    apiBaseUrl,
    webServerLevel,
    allowUserDataReset,
  }: Pick<Config, 'productName' | 'apiBaseUrl' | 'webServerLevel' | 'allowUserDataReset'>,
): string {
  return [
    meta('product-name', productName),
    meta('api-base-url', apiBaseUrl),
    meta('server-level', webServerLevel),
    meta('user-data-resets', allowUserDataReset ? 'on' : 'off'),
    [/<title>[^<]*<\/title>/, `<title>${escapeHtml(productName)}</title>`] as const,
  ].reduce((filled, [slot, text]) => {
    if (!slot.test(filled)) throw new Error(`index.html of the web application lacks ${slot}`);
    return filled.replace(slot, () => text);
  }, html);
}

const meta = (name: string, content: string) =>
  [
    new RegExp(`<meta name="${name}" content="[^"]*"`),
    `<meta name="${name}" content="${escapeHtml(content)}"`,
  ] as const;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
