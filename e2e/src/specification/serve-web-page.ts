import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../../apps/server/src/config.ts';
import { loadWebBuild } from '../../../apps/server/src/platform/web/load-web-build.ts';
import { pageHeaders } from '../../../apps/server/src/platform/web/page-headers.ts';

const built = path.join(import.meta.dirname, '../../../apps/web/dist');

export interface WebPage {
  url: string;
  close: () => void;
}

/** Serves the web application as our server does whose `API_BASE_URL` is on another origin. */
export async function serveWebPage(apiBaseUrl: string): Promise<WebPage> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'specification-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    API_BASE_URL: apiBaseUrl,
    PRODUCT_NAME: 'Product',
  });
  const { files, page } = await loadWebBuild(built, config);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const file = files.get(pathname) ?? page;
    response.writeHead(200, { ...pageHeaders(config), ...file.headers }).end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
