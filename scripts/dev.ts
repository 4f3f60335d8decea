import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * The development loop: the demo behind a watcher, which starts it again when a file of the server
 * changes, and Vite before it, which puts a changed file of the web application into the page.
 */
const [apiPort, webPort] = ['3000', '5173'];
const webUrl = `http://127.0.0.1:${webPort}`;
const dataDir = process.env['DATA_DIR'] ?? './data';

const demo = ['demo/src/main.ts', '--no-web', '--port', apiPort, '--data', dataDir];
const server = start(
  ['--watch', '--watch-preserve-output', ...demo],
  { WEB_URL: webUrl },
  // A session of its own: Ctrl-C reaches the watcher through this process only, and the demo through
  // the watcher, which waits for its end.
  { detached: true },
);
const web = start(
  [path.join('node_modules', 'vite', 'bin', 'vite.js'), 'apps/web', '--port', webPort],
  { API_PORT: apiPort },
);

function start(args: string[], environment: Record<string, string>, options = {}) {
  const env = { ...process.env, ...environment };
  return spawn(process.execPath, args, { stdio: 'inherit', env, ...options });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => [server, web].forEach((child) => child.kill(signal)));
}
await Promise.all(
  [server, web].map((child) => new Promise((resolve) => child.on('exit', resolve))),
);
