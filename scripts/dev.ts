import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * The development loop: the demo behind a watcher, which starts it again when a file of the server
 * changes, and Vite before it, which puts a changed file of the web application into the page.
 */
const [apiPort, webPort] = ['3000', '5173'];
const webUrl = `http://127.0.0.1:${webPort}`;
const dataDir = process.env['DATA_DIR'] ?? './data';

const children = [
  start(['--watch', '--watch-preserve-output', 'demo/src/main.ts', '--no-web', '--port', apiPort], {
    WEB_URL: webUrl,
  }),
  start([path.join('node_modules', 'vite', 'bin', 'vite.js'), 'apps/web', '--port', webPort], {
    API_PORT: apiPort,
  }),
];

function start(args: string[], environment: Record<string, string>) {
  const given = args.includes('--no-web') ? [...args, '--data', dataDir] : args;
  return spawn(process.execPath, given, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
}

// Ctrl-C reaches the children by itself; here it only must not end this process before them.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => children.forEach((child) => child.kill('SIGTERM')));
await Promise.all(children.map((child) => new Promise((resolve) => child.on('exit', resolve))));
