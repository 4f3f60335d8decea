import type { SsoProblem } from '@repo/contract/single-sign-on';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { createDnsRecords } from '#platform/net/dns-records.ts';
import type { ResolveHost } from '#platform/net/resolve-host.ts';
import { changeConnection, removeConnection } from './managing/change-connection.ts';
import { addDomain, removeDomain, verifyDomain } from './managing/domains.ts';
import { readSingleSignOn } from './managing/read-single-sign-on.ts';
import { testConnection } from './managing/test-connection.ts';
import { createGuardedFetch } from './provider/guarded-fetch.ts';
import { createKnownProviders } from './provider/known-providers.ts';
import { exchangeCode, linkAccount } from './signing-in/exchange-code.ts';
import { isOffered } from './signing-in/is-offered.ts';
import { proveByCompany } from './signing-in/prove-by-company.ts';
import { receiveAnswer } from './signing-in/receive-answer.ts';
import { leaveForProvider } from './signing-out/leave-for-provider.ts';
import { listLinks } from './links/list-links.ts';
import { removeLink } from './links/remove-link.ts';
import { receiveLogout } from './signing-out/receive-logout.ts';
import { SignInProblem } from './signing-in/sign-in-problem.ts';
import { startSignIn } from './signing-in/start-sign-in.ts';
import type { OnSignedIn, SingleSignOnParts } from './provider/single-sign-on-parts.ts';

/** How providers and name servers are reached; replaced in tests. */
export interface SingleSignOnNetwork {
  resolveHost?: ResolveHost;
  readTxt?: (name: string) => Promise<string[]>;
  timeoutMs?: number;
}

const TXT_TIMEOUT_MS = 5_000;

export function registerSingleSignOnRoutes(
  route: Route,
  context: Context,
  onSignedIn: OnSignedIn,
  { readTxt, ...network }: SingleSignOnNetwork = {},
): void {
  const { config, db } = context;
  const dns = createDnsRecords();
  const fetch = createGuardedFetch({ privateNetworks: config.ssoPrivateNetworks, ...network });
  const parts: SingleSignOnParts = {
    ...context,
    fetch,
    providers: createKnownProviders(fetch),
    onSignedIn,
    readTxt: readTxt ?? ((name) => dns.txt(name, AbortSignal.timeout(TXT_TIMEOUT_MS))),
  };
  registerSigningIn(route, parts);
  route('POST /api/auth/sso/{organizationId}/logout', async ({ params, body, request }) => {
    const { organizationId } = params;
    await receiveLogout(parts, { organizationId, token: body.logout_token, from: request.ip });
    return {};
  });
  const read = async (id: string) => ({ singleSignOn: await readSingleSignOn(config, db, id) });

  route('GET /api/admin/organizations/{id}/sso', ({ params }) => read(params.id));
  route('PUT /api/admin/organizations/{id}/sso', async ({ params, body, person }) => {
    await changeConnection(parts, person, params.id, body);
    return read(params.id);
  });
  route('DELETE /api/admin/organizations/{id}/sso', async ({ params, person }) => {
    await removeConnection(parts, person, params.id);
    return {};
  });
  route('POST /api/admin/organizations/{id}/sso/test', async ({ params, person }) => ({
    checks: await testConnection(parts, person, params.id),
  }));
  route('POST /api/admin/organizations/{id}/sso/domains', async ({ params, body, person }) => {
    await addDomain(parts, person, params.id, body.domain);
    return read(params.id);
  });
  route(
    'POST /api/admin/organizations/{id}/sso/domains/verify',
    async ({ params, body, person }) => {
      await verifyDomain(parts, person, params.id, body.domain);
      return read(params.id);
    },
  );
  route(
    'POST /api/admin/organizations/{id}/sso/domains/remove',
    async ({ params, body, person }) => {
      await removeDomain(parts, person, params.id, body.domain);
      return read(params.id);
    },
  );
}

function registerSigningIn(route: Route, parts: SingleSignOnParts): void {
  const { config, maintenance } = parts;
  /** Ends on the sign-in page. The fragment reaches no server and no log. */
  const goBack = (reply: FastifyReply, fragment: Record<string, string>) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(`${config.webUrl}/login#${new URLSearchParams(fragment).toString()}`);
  const explain = (error: unknown, request: FastifyRequest): { 'sso-problem': SsoProblem } => {
    request.log.warn({ err: error }, 'a single sign-on came to nothing');
    return { 'sso-problem': error instanceof SignInProblem ? error.problem : 'busy' };
  };

  route('GET /api/auth/sso', async () => ({ isOffered: await isOffered(parts.db) }));
  route('GET /api/auth/sso/start', async ({ query, request, reply }) => {
    try {
      const address = await startSignIn(parts, {
        ...query,
        isProof: query.isProof === 'true',
        from: request.ip,
      });
      return reply.header('cache-control', 'no-store').redirect(address.href);
    } catch (error) {
      return goBack(reply, explain(error, request));
    }
  });
  route(
    'GET /api/auth/sso/{organizationId}/callback',
    async ({ params, query, request, reply }) => {
      // The state works afterwards.
      if (maintenance?.current() !== undefined) return goBack(reply, { 'sso-problem': 'busy' });
      try {
        const { code, kind } = await receiveAnswer(parts, {
          organizationId: params.organizationId,
          search: request.url.slice(request.url.indexOf('?')),
          state: query.state ?? '',
          error: query.error,
        });
        return goBack(reply, { [kind === 'session' ? 'sso' : `sso-${kind}`]: code });
      } catch (error) {
        return goBack(reply, explain(error, request));
      }
    },
  );
  route('GET /api/auth/sso/sign-out', async ({ query, request, reply }) => {
    try {
      const address = await leaveForProvider(parts, query);
      if (address === undefined) return goBack(reply, {});
      return reply.header('cache-control', 'no-store').redirect(address.href);
    } catch (error) {
      request.log.warn({ err: error }, 'a sign-out did not go on at the provider');
      return goBack(reply, { 'sso-sign-out': 'unreachable' });
    }
  });
  route('POST /api/auth/sso/exchange', ({ body, request }) =>
    exchangeCode(parts, {
      ...body,
      from: request.ip,
      userAgent: request.headers['user-agent'],
    }),
  );
  route('POST /api/auth/sso/proof', async ({ body, person }) => {
    await proveByCompany(parts, person, body);
    return {};
  });
  route('GET /api/auth/sso/links', async ({ person }) => {
    const links = await listLinks(parts, parts.db, person.id);
    return { items: links.map(({ shown }) => shown) };
  });
  route('DELETE /api/auth/sso/links/{id}', async ({ params, person }) => {
    await removeLink(parts, person, params.id);
    return {};
  });
  route('POST /api/auth/sso/link', async ({ body, person }) => {
    await linkAccount(parts, person, body);
    return {};
  });
}
