import { firefliesKey } from '../fireflies/key-store.ts';
import type { StandIn } from '../http/exchange.ts';
import { html } from '../http/exchange.ts';
import { escapeHtml } from '../escape-html.ts';
import { page } from '../http/page.ts';
import type { Owner, OwnerStore } from '../owners/owner-store.ts';
import type { StandInModule } from '../stand-in.ts';

/** `/`: what a newcomer needs to try each connection. */
export const frontPageStandIn: StandInModule = {
  start: ({ owners }) => ({ standIns: [frontPage(owners)] }),
};

function frontPage(owners: OwnerStore): StandIn {
  return {
    routes: [{ method: 'GET', path: '/', handle: () => html(frontPageHtml(owners.list())) }],
  };
}

function frontPageHtml(owners: readonly Owner[]): string {
  const people = owners
    .map(
      ({ name, address }) =>
        `<tr><td>${escapeHtml(name)}${name === address ? '' : `<span class="address">${escapeHtml(address)}</span>`}</td>
        <td><code>${firefliesKey(address)}</code></td></tr>`,
    )
    .join('');
  return page({
    heading: 'Sandbox',
    note: 'It answers in place of Google, Microsoft, Fireflies and Fathom, with sample people.',
    wide: true,
    body: `<h2>Gmail, Google Calendar and Microsoft 365</h2>
    <p>Press Connect in the application, then choose one of the people below. No password is asked.</p>
    <h2>Fireflies</h2>
    <p>Paste the API key of the same person.</p>
    <div class="scroll"><table>
      <thead><tr><th scope="col">Person</th><th scope="col">Fireflies API key</th></tr></thead>
      <tbody>${people || '<tr><td colspan="2">The sandbox has no mailbox yet.</td></tr>'}</tbody>
    </table></div>
    <h2>Fathom</h2>
    <p><a href="/sandbox/fathom">Send a sample recording</a> to the webhook address that the application shows.</p>`,
  });
}
