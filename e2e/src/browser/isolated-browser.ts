import { createServer } from 'node:net';
import { findBrowser } from './find-browser.ts';
import { journey } from '../journey.ts';

/** A local server that receives every connection that the browser opens to another machine. */
interface ClosedWorld {
  /** The bytes received over each of them: of TLS the beginning, which contains the host's name. */
  received: string[];
  port: number;
}

/** Hosts that the browser itself requests, independent of the page. */
const ownHosts = ['*.google.com', '*.googleapis.com', '*.gvt1.com'];

/**
 * A journey in a browser for which every name means this machine: whatever a page requests from another
 * host comes in here and nowhere else, also what the browser's tools do not see: the first requests
 * of a frame in a process of its own.
 */
export const isolatedJourney = journey.extend<object, { world: ClosedWorld }>({
  world: [
    async ({}, use) => {
      const received: string[] = [];
      const server = createServer((socket) => {
        const index = received.push('') - 1;
        socket.on('data', (chunk) => {
          received[index] += chunk.toString('latin1');
          socket.destroy();
        });
        socket.on('error', () => {});
      });
      const port = await new Promise<number>((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          const address = server.address();
          resolve(typeof address === 'object' && address !== null ? address.port : 0);
        });
      });
      await use({ received, port });
      server.close();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ world }, use) => {
      const browser = await findBrowser();
      await use({
        ...browser,
        args: [
          ...browser.args,
          `--host-resolver-rules=${[
            ...ownHosts.map((host) => `MAP ${host} ~NOTFOUND`),
            `MAP * 127.0.0.1:${world.port}`,
            'EXCLUDE 127.0.0.1',
          ].join(', ')}`,
        ],
      });
    },
    { scope: 'worker' },
  ],
});
