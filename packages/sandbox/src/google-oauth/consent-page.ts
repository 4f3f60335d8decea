import type { Owner } from '../owners/owner-store.ts';
import type { AuthorizationRequest, RefusedAuthorization } from './authorization-request.ts';

/** What the usual scopes let a client do, in the words of a consent page. */
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
};

/** The page on which a sample person is chosen, or the request denied. No scripts: two plain forms. */
export function consentPage(
  request: AuthorizationRequest,
  owners: readonly Owner[],
  suggestedAddress: string | undefined,
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

  return page(
    'Choose a sample person',
    `<p>The application at <strong>${escapeHtml(new URL(request.redirectUri).host)}</strong> asks to:</p>
    <ul class="scopes">${scopes}</ul>
    <form method="post" action="/o/oauth2/v2/auth">${hidden}
      ${people === '' ? '<p>The sandbox holds no mailbox yet.</p>' : `<ul class="people">${people}</ul>`}
    </form>
    <form method="post" action="/o/oauth2/v2/auth">${hidden}
      <button class="deny" type="submit" name="error" value="access_denied">Deny</button>
    </form>`,
  );
}

function personButton({ address, name }: Owner, isSuggested: boolean): string {
  const initial = [...name][0]?.toUpperCase() ?? '?';
  const below = name === address ? '' : `<span class="address">${escapeHtml(address)}</span>`;
  return `<li><button type="submit" name="login_hint" value="${escapeHtml(address)}">
    <span class="initial" aria-hidden="true">${escapeHtml(initial)}</span>
    <span><strong>${escapeHtml(name)}</strong>${isSuggested ? ' <em>suggested</em>' : ''}${below}</span>
  </button></li>`;
}

/** What a person sees when the request is refused outright. */
export function refusalPage({ status, code, explanation }: RefusedAuthorization): string {
  return page(
    'Access blocked',
    `<p>${escapeHtml(explanation)}</p><p>Error ${status}: ${escapeHtml(code)}</p>`,
  );
}

function page(heading: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading} – sandbox sign-in</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="note"><strong>This is a stand-in.</strong> No Google account is involved and no password is asked.</p>
<h1>${heading}</h1>
${body}
</main>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; --back: #f4f5f7; --card: #fff; --text: #1c2024; --soft: #5b6470; --line: #dcdfe4;
  --hover: #f0f4ff; --accent: #2f5bd7; --note: #fff6df; --note-line: #ecd494; }
@media (prefers-color-scheme: dark) { :root { --back: #101215; --card: #191c20; --text: #eceef1; --soft: #9aa3af;
  --line: #2d3239; --hover: #202739; --accent: #8fadff; --note: #2c2613; --note-line: #57491f; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--back);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 440px; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  padding: 24px; overflow-wrap: anywhere; }
h1 { font-size: 20px; line-height: 1.3; margin: 20px 0 8px; }
p { margin: 0 0 8px; }
ul { margin: 0 0 16px; }
.note { background: var(--note); border: 1px solid var(--note-line); border-radius: 8px; padding: 8px 12px; margin: 0;
  font-size: 13px; }
.scopes { padding-left: 20px; color: var(--soft); }
.people { list-style: none; padding: 0; display: grid; gap: 8px; }
button { font: inherit; color: inherit; cursor: pointer; border: 1px solid var(--line); border-radius: 8px;
  background: transparent; }
button:hover { background: var(--hover); border-color: var(--accent); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.people button { width: 100%; display: flex; gap: 12px; align-items: center; text-align: left; padding: 10px 12px; }
.initial { flex: none; width: 36px; height: 36px; border-radius: 50%; display: grid; place-items: center;
  background: var(--accent); color: var(--card); font-weight: 600; }
.address { display: block; color: var(--soft); font-size: 13px; }
em { font-size: 12px; font-style: normal; color: var(--accent); }
.deny { padding: 8px 16px; }
`;

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
