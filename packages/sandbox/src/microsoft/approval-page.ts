import { escapeHtml } from '../escape-html.ts';
import type { AuthorizationRequest } from '../google-oauth/authorization-request.ts';
import { page } from '../http/page.ts';

const note = 'No Microsoft account is involved and no password is asked.';

/** The page that a user sees whose administrator has to approve the application first. */
export const needsApprovalPage = (action: string, request: AuthorizationRequest): string =>
  page({
    heading: 'Need admin approval',
    note,
    body: `<p>This application needs permission to access resources in your organization that only an admin can grant.</p>
    <form method="post" action="${escapeHtml(action)}">${hidden(request.parameters)}
      <button type="submit" name="error" value="needs_approval">Return to the application without granting consent</button>
    </form>`,
  });

/** The page on which an administrator approves it for all users. */
export const approvalPage = (action: string, query: URLSearchParams): string =>
  page({
    heading: 'Approve for your organization',
    note,
    body: `<p>The application asks, for all users of the organization, to: ${escapeHtml(query.get('scope') ?? '')}</p>
    <form method="post" action="${escapeHtml(action)}">${hidden(query)}
      <button type="submit" name="answer" value="accept">Accept</button>
      <button type="submit" name="answer" value="cancel">Cancel</button>
    </form>`,
  });

const hidden = (parameters: Iterable<[name: string, value: string]>): string =>
  [...parameters]
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join('');
