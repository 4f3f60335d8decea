import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Requests of one connection that are not answered yet. Browsers and proxies wait for each response
 * before they send the next request.
 */
const MAX_UNANSWERED = 20;

/**
 * Ends a connection that sends many requests without waiting for the responses. Node handles all that
 * have arrived at the same time, and keeps their responses in memory until they are read: thousands of
 * requests fit into some kilobytes.
 */
export function limitPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  const change = (socket: Socket, by: number): number => {
    const count = (unanswered.get(socket) ?? 0) + by;
    unanswered.set(socket, count);
    return count;
  };
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    // Without `done` nothing more is done for the request.
    if (change(socket, 1) > MAX_UNANSWERED) return void socket.destroy();
    reply.raw.once('close', () => change(socket, -1));
    done();
  });
}
