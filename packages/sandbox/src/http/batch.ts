import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { readMailHead, findHeader } from '../mail/mail-head.ts';
import { readMimeTree } from '../mail/mime-tree.ts';
import type { Answer, SandboxRequest } from './exchange.ts';
import { serializeBody } from './exchange.ts';
import type { Dispatch } from './router.ts';

/** Google's limit of calls in one batch. */
export const largestBatch = 100;

/**
 * Google's batches: a `multipart/mixed` body whose parts are whole requests (`application/http`),
 * answered alike, one part for each. A request without its own `Authorization` takes the batch's.
 * Undefined: the body is no batch, or holds more than `largestBatch` requests.
 */
export async function answerBatch(
  dispatch: Dispatch,
  request: SandboxRequest,
): Promise<Answer | undefined> {
  const head = Buffer.from(`Content-Type: ${request.headers['content-type'] ?? ''}\r\n\r\n`);
  const { parts } = readMimeTree(Buffer.concat([head, request.body]));
  if (parts.length === 0 || parts.length > largestBatch) {
    return undefined;
  }
  const boundary = `batch_${randomUUID()}`;
  const pieces: Buffer[] = [];
  let cut = false;
  for (const part of parts) {
    const inner = readInnerRequest(part.body, request);
    const answer: Answer =
      inner === undefined
        ? { status: 400, text: 'The part is no HTTP request.' }
        : await dispatch(inner);
    const contentId = findHeader(part.headers, 'content-id')
      ?.value.trim()
      .replace(/^<(.*)>$/, '$1');
    cut ||= answer.cut === true;
    pieces.push(writePart(boundary, contentId, answer));
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

function writePart(boundary: string, contentId: string | undefined, answer: Answer): Buffer {
  const { contentType, body } = serializeBody(answer);
  const headers = Object.entries({
    'content-type': contentType,
    'content-length': body.length,
    ...answer.headers,
  });
  return Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Type: application/http\r\n` +
        (contentId === undefined ? '' : `Content-ID: <response-${contentId}>\r\n`) +
        `\r\nHTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n` +
        headers.map(([name, value]) => `${name}: ${value}\r\n`).join('') +
        '\r\n',
    ),
    body,
    Buffer.from('\r\n'),
  ]);
}
