import {
  type EndpointResponse,
  type EndpointInput,
  type EndpointName,
} from '@repo/contract/endpoints';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

type Named<Name extends EndpointName> = {
  [
    Key in keyof EndpointInput<Name> as EndpointInput<Name>[Key] extends undefined ? never : Key
  ]: EndpointInput<Name>[Key];
};

/** Can be omitted if all its fields are optional. */
type OptionalKey<Of> = {
  [Key in keyof Of]: object extends Of[Key] ? Key : never;
}[keyof Of];

type Parts<Name extends EndpointName> = Omit<Named<Name>, OptionalKey<Named<Name>>> &
  Partial<Pick<Named<Name>, OptionalKey<Named<Name>>>>;

/** The parts of a request that the contract names, and the caller's token. */
export type TestCallOptions<Name extends EndpointName> = Parts<Name> & {
  token?: string | undefined;
  /** The client address that the server sees. */
  from?: string;
};

export interface TestAnswer<Data> {
  status: number;
  /** The data of a success; reading it from a failure fails the test with the failure's message. */
  data: Data;
  error?: { message: string; status: number; code?: string; details?: unknown };
  headers: LightMyRequestResponse['headers'];
}

export type TestCall = <Name extends EndpointName>(
  name: Name,
  ...options: object extends TestCallOptions<Name>
    ? [options?: TestCallOptions<Name>]
    : [options: TestCallOptions<Name>]
) => Promise<TestAnswer<EndpointResponse<Name>>>;

/** Sends requests of the contract to an application that does not listen on a port. */
export function createTestCall(app: FastifyInstance): TestCall {
  return async (name, ...[options]) => {
    const response = await app.inject(toRequest(name, options ?? {}));
    const { status, headers } = { status: response.statusCode, headers: response.headers };
    const body = response.body === '' ? {} : response.json();
    return {
      status,
      headers,
      ...(body.error && { error: body.error }),
      get data() {
        if (body.success !== true) throw new Error(`${name} answered ${status}: ${response.body}`);
        return body.data;
      },
    };
  };
}

interface Given {
  token?: string | undefined;
  from?: string;
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
}

export function toRequest(
  name: string,
  { token, from, params, query, body }: Given,
): InjectOptions {
  const [method = '', path = ''] = name.split(' ');
  const values = new Map(Object.entries(params ?? {}));
  return {
    method: method as NonNullable<InjectOptions['method']>,
    url: path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(String(values.get(key))),
    ),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body instanceof Uint8Array && { 'content-type': 'application/octet-stream' }),
    },
    ...(from !== undefined && { remoteAddress: from }),
    ...(query && { query: queryOf(query) }),
    ...(body !== undefined && { payload: body as object }),
  };
}

/** Serialized as a browser does: undefined values are omitted. */
const queryOf = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  );
