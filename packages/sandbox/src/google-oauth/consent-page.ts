import { escapeHtml } from '../escape-html.ts';
import { page } from '../http/page.ts';
import type { Owner } from '../owners/owner-store.ts';
import type { AuthorizationRequest, RefusedAuthorization } from './authorization-request.ts';

/** The permissions of the usual scopes, in the words of a consent page. */
const scopeWords: Record<string, string> = {
  openid: 'Know who you are',
  email: 'See your email address',
  profile: 'See your name',
  'https://www.googleapis.com/auth/userinfo.email': 'See your email address',
  'https://www.googleapis.com/auth/userinfo.profile': 'See your name',
  'https://www.googleapis.com/auth/gmail.readonly': 'View your email messages',
  'https://www.googleapis.com/auth/gmail.metadata':
    'View the headers of your email messages, not their text',
  'https://www.googleapis.com/auth/calendar.readonly': 'View your calendars and their events',
  'https://www.googleapis.com/auth/calendar.events.readonly': 'View the events of your calendars',
  offline_access: 'Keep access to what you have allowed',
  'User.Read': 'See your name and email address',
  'Mail.Read': 'Read your mail',
  'Mail.ReadBasic': 'Read your mail without its text',
  'Calendars.Read': 'Read your calendars',
};

const note = 'No real account is involved and no password is asked.';

/**
 * The page on which a sample user is chosen, or the request denied. No scripts: two plain forms.
 *
 * @param action the path that takes the answer.
 */
export function consentPage(
  request: AuthorizationRequest,
  owners: readonly Owner[],
  suggestedAddress: string | undefined,
  action = '/o/oauth2/v2/auth',
): string {
  const hidden = request.parameters
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join('');
  const people = owners
    .map((owner) => personButton(owner, owner.address === suggestedAddress))
    .join('');
  const scopes = [...new Set(request.scope.split(/\s+/).map((scope) => scopeWords[scope] ?? scope))]
    .map((words) => `<li>${escapeHtml(words)}</li>`)
    .join('');

  return page({
    heading: 'Choose a sample person',
    note,
    body: `<p>The application at <strong>${escapeHtml(new URL(request.redirectUri).host)}</strong> asks to:</p>
    <ul class="scopes">${scopes}</ul>
    <form method="post" action="${escapeHtml(action)}">${hidden}
      ${people === '' ? '<p>The sandbox has no mailbox yet.</p>' : `<ul class="people">${people}</ul>`}
    </form>
    <form method="post" action="${escapeHtml(action)}">${hidden}
      <button type="submit" name="error" value="access_denied">Deny</button>
    </form>`,
  });
}

function personButton({ address, name }: Owner, isSuggested: boolean): string {
  const initial = [...name][0]?.toUpperCase() ?? '?';
  const below = name === address ? '' : `<span class="address">${escapeHtml(address)}</span>`;
  return `<li><button type="submit" name="login_hint" value="${escapeHtml(address)}">
    <span class="initial" aria-hidden="true">${escapeHtml(initial)}</span>
    <span><strong>${escapeHtml(name)}</strong>${isSuggested ? ' <em>suggested</em>' : ''}${below}</span>
  </button></li>`;
}

/** The page that is shown if the request is refused. */
export function refusalPage({ status, code, explanation }: RefusedAuthorization): string {
  return page({
    heading: 'Access blocked',
    note,
    body: `<p>${escapeHtml(explanation)}</p><p>Error ${status}: ${escapeHtml(code)}</p>`,
  });
}
