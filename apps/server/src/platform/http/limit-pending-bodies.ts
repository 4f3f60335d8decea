import type { IncomingMessage } from 'node:http';
import type { FastifyRequest, preParsingHookHandler } from 'fastify';
import { AppError } from './app-error.ts';

/** A body of `limits.publicBodyBytes` arrives in a second on a slow phone; milliseconds. */
const PUBLIC_BODY_TIMEOUT_MS = 10_000;
/** Maximum number of public bodies that are read at the same time. */
export const MAX_PENDING_PUBLIC_BODIES = 200;
/**
 * Maximum number of chunks of a body: this many, plus one for each so many bytes. Each takes some
 * 300 bytes of memory however small it is; normal clients send 1,400 bytes and more per chunk.
 */
const FREE_PARTS = 256;
const BYTES_PER_PART = 64;

/**
 * Hooks that limit how bodies arrive. The clients of public endpoints are unknown, so their bodies have to
 * arrive within 10 s, and beyond 200 at a time the oldest is aborted: normal bodies arrive at once, and only
 * slow ones are ever the oldest.
 */
export function limitPendingBodies(): (isPublic: boolean) => preParsingHookHandler {
  const pending = new Set<IncomingMessage>();

  function limitPublic(body: IncomingMessage): void {
    const timer = setTimeout(() => cut(body), PUBLIC_BODY_TIMEOUT_MS).unref();
    const settle = () => {
      clearTimeout(timer);
      pending.delete(body);
    };
    body.once('end', settle).once('error', settle).once('close', settle);
    pending.add(body);
    const [oldest] = pending;
    if (oldest !== undefined && pending.size > MAX_PENDING_PUBLIC_BODIES) cut(oldest);
  }

  // Not async: a listener that is added after the framework's would miss data in between.
  return (isPublic) => (request: FastifyRequest, _reply, payload, done) => {
    if (isPublic) limitPublic(request.raw);
    limitParts(request.raw);
    done(null, payload);
  };
}

function limitParts(body: IncomingMessage): void {
  let parts = 0;
  let bytes = 0;
  body.on('data', (part: Buffer) => {
    parts += 1;
    bytes += part.length;
    if (parts > FREE_PARTS + bytes / BYTES_PER_PART) cut(body);
  });
}

const cut = (body: IncomingMessage): void =>
  void body.destroy(new AppError('VALIDATION_FAILED', 'The body arrived too slowly.'));
