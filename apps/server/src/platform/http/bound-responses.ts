import type { FastifyReply, FastifyRequest } from 'fastify';

/** A response that takes longer gives way to others when there are too many; milliseconds. */
const SLOW_MS = 3_000;

/** @returns whether a request may be served now; otherwise the caller refuses it. */
export type AdmitRequest = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * Bounds how many responses of a kind are read and sent at the same time: each has a file open or in
 * memory until its client has read it. When there are too many, the connection of the oldest is cut if
 * it is slow: normal clients read theirs at once.
 */
export function boundResponses(maximum: number): AdmitRequest {
  /** The times at which requests were admitted, the oldest first. */
  const sent = new Map<FastifyRequest, number>();
  return (request, reply) => {
    const now = performance.now();
    if (sent.size >= maximum) {
      const [[oldest, admittedAt] = [undefined, now]] = sent;
      if (oldest === undefined || now - admittedAt < SLOW_MS) return false;
      sent.delete(oldest);
      oldest.raw.socket.destroy();
    }
    sent.set(request, now);
    reply.raw.once('close', () => sent.delete(request));
    return true;
  };
}
