import { consentPage, refusalPage } from '../google-oauth/consent-page.ts';
import { readAuthorizationRequest } from '../google-oauth/authorization-request.ts';
import type { AuthorizationRequest } from '../google-oauth/authorization-request.ts';
import { html, type SandboxRequest, type SandboxResponse, type StandIn } from '../http/exchange.ts';
import { readSetting, writeSetting } from '../storage/settings.ts';
import { approvalPage, needsApprovalPage } from './approval-page.ts';
import type { GraphContext } from './graph-context.ts';
import { issueMicrosoftToken, tokenFailure } from './microsoft-token.ts';

/** The setting that is stored when an administrator approves the application. */
const approvalSetting = 'microsoftApproved';
/** Scopes that need no approval. */
const harmlessScopes = new Set(['openid', 'profile', 'email', 'offline_access', 'User.Read']);

/** Microsoft's sign-in, consent and approval by an administrator, for any tenant. */
export function microsoftOAuth(context: GraphContext): StandIn {
  return {
    routes: [
      {
        method: 'GET',
        path: '/:tenant/oauth2/v2.0/authorize',
        handle: (request) => showConsent(context, request),
      },
      {
        method: 'POST',
        path: '/:tenant/oauth2/v2.0/authorize',
        handle: (request) => decide(context, request),
      },
      {
        method: 'POST',
        path: '/:tenant/oauth2/v2.0/token',
        handle: (request) => issueMicrosoftToken(context, request),
      },
      {
        method: 'GET',
        path: '/:tenant/v2.0/adminconsent',
        handle: (request) => html(approvalPage(request.path, request.query)),
      },
      {
        method: 'POST',
        path: '/:tenant/v2.0/adminconsent',
        handle: (request) => approve(context, request),
      },
    ],
    failure: tokenFailure,
  };
}

export const isApproved = ({ database }: GraphContext): boolean =>
  readSetting(database, approvalSetting) === 'true';

export const setApproved = ({ database }: GraphContext, approved: boolean): void =>
  writeSetting(database, approvalSetting, String(approved));

function showConsent(context: GraphContext, { path, query }: SandboxRequest): SandboxResponse {
  const request = readAuthorizationRequest(query, context.clientId);
  if ('status' in request) return html(refusalPage(request), request.status);
  const scopes = request.scope.split(/\s+/);
  const isHeldBack =
    context.switches.needsApproval &&
    !isApproved(context) &&
    scopes.some((scope) => !harmlessScopes.has(scope));
  if (isHeldBack) return html(needsApprovalPage(path, request));
  const hint = query.get('login_hint')?.toLowerCase();
  return html(consentPage(request, context.owners.list(), hint, path));
}

function decide(
  { owners, grants, clientId, switches }: GraphContext,
  { body }: SandboxRequest,
): SandboxResponse {
  const form = new URLSearchParams(body.toString('utf8'));
  const request = readAuthorizationRequest(form, clientId);
  if ('status' in request) return html(refusalPage(request), request.status);
  if (form.get('error') === 'needs_approval') {
    return back(request, {
      error: 'access_denied',
      error_description:
        'AADSTS90094: An administrator of Sample Company has set a policy that prevents you from granting the application the permissions it is requesting.',
    });
  }
  if (form.has('error')) {
    return back(request, {
      error: 'access_denied',
      error_description: 'AADSTS65004: User declined to consent to access the app.',
    });
  }
  const owner = owners.byAddress(form.get('login_hint') ?? '');
  if (owner === undefined) {
    const explanation = 'The sandbox has no mailbox of this address.';
    return html(refusalPage({ status: 400, code: 'invalid_request', explanation }), 400);
  }
  const { redirectUri, scope, challenge } = request;
  const granted = switches.grantsLess ? 'openid offline_access User.Read' : scope;
  const code = grants.issueCode({
    owner: owner.id,
    clientId,
    redirectUri,
    scope: granted,
    offline: scope.split(/\s+/).includes('offline_access'),
    challenge,
  });
  return back(request, { code });
}

/** The administrator's answer, with the tenant's id. */
function approve(context: GraphContext, { body }: SandboxRequest): SandboxResponse {
  const form = new URLSearchParams(body.toString('utf8'));
  const isGranted = form.get('answer') === 'accept';
  if (isGranted) setApproved(context, true);
  const target = new URL(form.get('redirect_uri') ?? 'http://127.0.0.1/');
  const answer: Record<string, string> = isGranted
    ? { admin_consent: 'True', tenant: '00000000-0000-4000-8000-000000000001' }
    : { error: 'access_denied', error_description: 'AADSTS65004: The administrator declined.' };
  for (const [name, value] of Object.entries({ ...answer, state: form.get('state') ?? '' })) {
    target.searchParams.set(name, value);
  }
  return { status: 303, headers: { location: target.href, 'cache-control': 'no-store' } };
}

function back(
  { redirectUri, state }: AuthorizationRequest,
  parameters: Record<string, string>,
): SandboxResponse {
  const target = new URL(redirectUri);
  const all = { ...(state === undefined ? {} : { state }), ...parameters };
  for (const [name, value] of Object.entries(all)) target.searchParams.set(name, value);
  return { status: 303, headers: { location: target.href, 'cache-control': 'no-store' } };
}
