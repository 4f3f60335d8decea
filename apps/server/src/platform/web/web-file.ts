import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from '../http/accepted-encoding.ts';

const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)];
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    brotli(body, {
      params: { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => gzip(body, { level: 9 }),
};

interface WebFileOptions {
  body: Buffer;
  type: string;
  isText: boolean;
  /** The Cache-Control header. */
  cacheControl: string;
}

/** A file as it is sent: compressed once for each encoding, and then cached. */
export interface WebFile {
  isText: boolean;
  etag: string;
  headers: Record<string, string>;
  encoded: (encoding: Encoding) => Promise<Buffer>;
  body: Buffer;
}

export function createWebFile({ body, type, isText, cacheControl }: WebFileOptions): WebFile {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const compressed = new Map<Encoding, Promise<Buffer>>();
  return {
    body,
    isText,
    etag,
    headers: {
      'content-type': type,
      'cache-control': cacheControl,
      // Weak: all encodings of a file have the same tag.
      etag: `W/${etag}`,
      ...(isText && { vary: 'accept-encoding' }),
    },
    encoded(encoding) {
      const known = compressed.get(encoding) ?? compress[encoding](body);
      compressed.set(encoding, known);
      return known;
    },
  };
}

/** Sends a file without copying it, however many clients are slow to read it. */
export async function sendWebFile(file: WebFile, request: FastifyRequest, reply: FastifyReply) {
  void reply.headers(file.headers);
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.status(304).send();
  const encoding = file.isText && acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding) return reply.send(file.body);
  return reply.header('content-encoding', encoding).send(await file.encoded(encoding));
}
