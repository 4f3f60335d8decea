import path from 'node:path';

/** The kinds of files that a web build holds. */
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

/** How a file is named to a browser, and whether compressing it is worth the while. */
export const contentType = (file: string): { type: string; isText: boolean } =>
  types[path.extname(file)] ?? { type: 'application/octet-stream', isText: false };
