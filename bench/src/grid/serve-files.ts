import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

export interface FileServer {
  url: string;
  stop: () => void;
}

/** Serves a folder, and some files made up, compressed once and cached in memory. */
export async function serveFiles(
  folder: string,
  madeUp: Readonly<Record<string, string | Buffer>>,
): Promise<FileServer> {
  const kept = new Map<string, Buffer>();
  const find = async (address: string) => {
    const body =
      kept.get(address) ??
      (await promisify(gzip)(madeUp[address] ?? (await readFile(path.join(folder, address)))));
    kept.set(address, body);
    return body;
  };
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://bench').pathname;
    find(address).then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': types[path.extname(address)] ?? 'application/octet-stream',
            'content-encoding': 'gzip',
            'content-length': body.length,
          })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${address.port}`, stop: () => server.close() };
}
