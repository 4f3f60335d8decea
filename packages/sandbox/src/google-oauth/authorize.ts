import type { SandboxResponse, SandboxRequest } from '../http/exchange.ts';
import { html } from '../http/exchange.ts';
import type { OwnerStore } from '../owners/owner-store.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { readAuthorizationRequest } from './authorization-request.ts';
import { consentPage, refusalPage } from './consent-page.ts';
import type { GrantStore } from './grant-store.ts';

export interface AuthorizeContext {
  owners: OwnerStore;
  grants: GrantStore;
  clientId: string;
}

/** The first step of the code flow: shows who can be chosen. */
export function showConsent(
  { owners, clientId }: AuthorizeContext,
  { query }: SandboxRequest,
): SandboxResponse {
  const request = readAuthorizationRequest(query, clientId);
  if ('status' in request) {
    return html(refusalPage(request), request.status);
  }
  return html(consentPage(request, owners.list(), query.get('login_hint')?.toLowerCase()));
}

/** The consent form: back to the client with a code, or with `error=access_denied`. */
export function decide(
  { owners, grants, clientId }: AuthorizeContext,
  { body }: SandboxRequest,
): SandboxResponse {
  const form = new URLSearchParams(body.toString('utf8'));
  const request = readAuthorizationRequest(form, clientId);
  if ('status' in request) {
    return html(refusalPage(request), request.status);
  }
  if (form.has('error')) {
    return back(request, { error: 'access_denied' });
  }
  const address = form.get('login_hint') ?? '';
  const owner = owners.byAddress(address);
  if (owner === undefined) {
    const explanation = `The sandbox has no mailbox of ${address || 'nobody'}.`;
    return html(refusalPage({ status: 400, code: 'invalid_request', explanation }), 400);
  }
  const { redirectUri, scope, challenge } = request;
  // As Google: a refresh token comes with the first consent for offline access, or a forced one.
  const offline =
    request.offline && (request.forceConsent || !grants.hasLastingGrant(owner.id, clientId));
  const code = grants.issueCode({
    owner: owner.id,
    clientId,
    redirectUri,
    scope,
    offline,
    challenge,
  });
  return back(request, { code, scope });
}

function back(
  { redirectUri, state }: AuthorizationRequest,
  parameters: Record<string, string>,
): SandboxResponse {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries({
    ...(state === undefined ? {} : { state }),
    ...parameters,
  })) {
    target.searchParams.set(name, value);
  }
  return { status: 303, headers: { location: target.href, 'cache-control': 'no-store' } };
}
