import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { readMailHead, findHeader } from '../mail/mail-head.ts';
import { readMimeTree } from '../mail/mime-tree.ts';
import type { SandboxResponse, SandboxRequest } from './exchange.ts';
import { serializeBody } from './exchange.ts';
import type { Dispatch } from './sandbox-server.ts';

/** Google's limit of requests in one batch. */
export const MAX_BATCH = 100;

/**
 * Google's batches: a `multipart/mixed` body whose parts are whole requests (`application/http`).
 * The response has one part for each. A request without an `Authorization` of its own uses the
 * batch's. Undefined when the body is not a batch or has more than `MAX_BATCH` requests.
 */
export async function respondToBatch(
  dispatch: Dispatch,
  request: SandboxRequest,
): Promise<SandboxResponse | undefined> {
  const head = Buffer.from(`Content-Type: ${request.headers['content-type'] ?? ''}\r\n\r\n`);
  const { parts } = readMimeTree(Buffer.concat([head, request.body]));
  if (parts.length === 0 || parts.length > MAX_BATCH) {
    return undefined;
  }
  const boundary = `batch_${randomUUID()}`;
  const pieces: Buffer[] = [];
  let cut = false;
  for (const part of parts) {
    const inner = readInnerRequest(part.body, request);
    const response: SandboxResponse =
      inner === undefined
        ? { status: 400, text: 'The part is no HTTP request.' }
        : await dispatch(inner);
    const contentId = findHeader(part.headers, 'content-id')
      ?.value.trim()
      .replace(/^<(.*)>$/, '$1');
    cut ||= response.cut === true;
    pieces.push(writePart(boundary, contentId, response));
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    status: 200,
    headers: { 'content-type': `multipart/mixed; boundary=${boundary}` },
    text: Buffer.concat(pieces).toString('utf8'),
    ...(cut ? { cut } : {}),
  };
}

function readInnerRequest(
  raw: Buffer,
  outer: SandboxRequest,
): Omit<SandboxRequest, 'params'> | undefined {
  const lineEnd = raw.indexOf('\n');
  const [, method, target] =
    /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?\s*$/.exec(
      raw.toString('latin1', 0, lineEnd === -1 ? raw.length : lineEnd),
    ) ?? [];
  if (method === undefined || target === undefined || !URL.canParse(target, 'http://sandbox')) {
    return undefined;
  }
  const rest = lineEnd === -1 ? Buffer.alloc(0) : raw.subarray(lineEnd + 1);
  const { headers, bodyStart } = readMailHead(rest);
  const url = new URL(target, 'http://sandbox');
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: {
      ...(outer.headers.authorization === undefined
        ? {}
        : { authorization: outer.headers.authorization }),
      ...Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value.trim()])),
    },
    body: rest.subarray(bodyStart),
  };
}

function writePart(
  boundary: string,
  contentId: string | undefined,
  response: SandboxResponse,
): Buffer {
  const { contentType, body } = serializeBody(response);
  const headers = Object.entries({
    'content-type': contentType,
    'content-length': body.length,
    ...response.headers,
  });
  return Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Type: application/http\r\n` +
        (contentId === undefined ? '' : `Content-ID: <response-${contentId}>\r\n`) +
        `\r\nHTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}\r\n` +
        headers.map(([name, value]) => `${name}: ${value}\r\n`).join('') +
        '\r\n',
    ),
    body,
    Buffer.from('\r\n'),
  ]);
}
