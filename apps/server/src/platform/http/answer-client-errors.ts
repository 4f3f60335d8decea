import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@repo/contract/error';
import type { FastifyInstance } from 'fastify';

type Headers = Readonly<Record<string, string>>;

interface Refusal {
  status: number;
  code: ErrorCode;
  message: string;
}

const noHttp: Refusal = {
  status: 400,
  code: 'VALIDATION_FAILED',
  message: 'This is no valid HTTP request.',
};

/** The responses to input that Node's parser refuses, by the code of its error. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'VALIDATION_FAILED',
    message: 'The head of the request is too large. It can have 16 KB.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The chunks of the request have too many extensions.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'VALIDATION_FAILED',
    message: 'The request arrived too slowly.',
  },
};

/**
 * Responds in the envelope, with the headers of every response, to input that Node cannot read as a request.
 * The connection ends, because the beginning of the next request on it is unknown.
 */
export const clientErrorHandler =
  (headers: Headers) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    // Refused already: Node may complain about what else arrives.
    if (refused.has(socket)) return;
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (!socket.writable || isAnswering(socket)) return void socket.destroy(error);
    refuse(socket, refusals[error.code ?? ''] ?? noHttp, headers);
  };

/** How long the rest of a refused request is read and thrown away, so that the client gets the response. */
const LINGER_MS = 1_000;

const refused = new WeakSet<Socket>();

/**
 * Ends the connection after the response. It is closed when the client has closed its side, or after a moment: a
 * connection that is closed while data arrives is reset, and the client may lose a response that it has not read.
 */
function refuse(socket: Socket, refusal: Refusal, headers: Headers): void {
  refused.add(socket);
  const { status, head, body } = describe(refusal, headers);
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.on('error', () => socket.destroy());
  socket.once('end', () => socket.destroy());
  socket.once('close', () => clearTimeout(linger));
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

/** Whether a part of a response has been sent, which another one would continue. */
function isAnswering(socket: Socket): boolean {
  // Node keeps the response that is being written there, and asks the same before its own response.
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse | null };
  return response?.headersSent === true;
}

/**
 * Responds in the same way to requests that Node can read and still refuses: an expectation that no server
 * meets, and a CONNECT, which would otherwise end without a response.
 */
export function answerRefusedRequests({ server }: FastifyInstance, headers: Headers): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const message = 'The only expectation that is met is 100-continue.';
    const refusal = { status: 417, code: 'VALIDATION_FAILED', message } as const;
    const { status, head, body } = describe(refusal, headers);
    response.writeHead(status, head).end(body);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    refuse(socket, noHttp, headers);
  });
}

function describe({ status, code, message }: Refusal, headers: Headers) {
  const body = JSON.stringify({ success: false, error: { message, status, code } });
  const head = {
    ...headers,
    'x-request-id': randomUUID(),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { status, head, body };
}
