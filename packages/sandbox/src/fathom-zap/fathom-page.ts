import { escapeHtml } from '../escape-html.ts';
import { page } from '../http/page.ts';
import type { Owner } from '../owners/owner-store.ts';
import { sampleTitle } from './recording.ts';
import type { Shape } from './payloads.ts';
import { shapes } from './payloads.ts';
import type { Delivery } from './send-recording.ts';

export interface FathomForm {
  webhookUrl: string;
  /** The whole header, `Bearer …`, or the token alone. */
  authorization: string;
  title: string;
  /** The address of the Fathom user. */
  recordedBy: string;
  /** Addresses, separated by commas. */
  invitees: string;
  shape: Shape;
}

export function emptyForm(recorder: Owner | undefined): FathomForm {
  return {
    webhookUrl: '',
    authorization: '',
    title: sampleTitle,
    recordedBy: recorder?.address ?? 'robin.recorder@example.org',
    invitees: 'casey.client@acme.com',
    shape: 'flat',
  };
}

const shapeWords: Record<Shape, string> = {
  flat: 'Zapier, flat fields',
  nested: 'Zapier, nested fields',
  own: 'Fathom’s own webhook',
};

/** The form that a newcomer fills in to send a recording, with what came of the last one. */
export function fathomPage(form: FathomForm, delivery: Delivery | undefined): string {
  const choices = shapes
    .map(
      (shape) =>
        `<label><input type="radio" name="shape" value="${shape}"${shape === form.shape ? ' checked' : ''}> ${shapeWords[shape]}</label>`,
    )
    .join('');
  return page({
    heading: 'Send a recording',
    note: 'It does what a Zap with Fathom would do. Nothing leaves this machine.',
    body: `${delivery === undefined ? '' : outcome(delivery)}
    <p class="soft">Copy the webhook address and the Authorization header from the Fathom dialog of the integrations page.</p>
    <form method="post" action="/sandbox/fathom">
      ${textField('webhookUrl', 'Webhook address', form.webhookUrl, 'url')}
      ${textField('authorization', 'Authorization header', form.authorization)}
      ${textField('title', 'Title of the meeting', form.title)}
      ${textField('recordedBy', 'Recorded by (address)', form.recordedBy)}
      ${textField('invitees', 'Invited people (addresses, with commas between)', form.invitees)}
      <fieldset><legend>Shape</legend>${choices}</fieldset>
      <button type="submit">Send a sample recording</button>
    </form>`,
  });
}

function textField(name: string, label: string, value: string, type = 'text'): string {
  return `<label for="${name}">${label}</label>
      <input type="${type}" id="${name}" name="${name}" value="${escapeHtml(value)}" required autocomplete="off" spellcheck="false">`;
}

function outcome({ status, body }: Delivery): string {
  const isGood = status !== null && status < 300;
  const heading = isGood
    ? 'The recording was taken.'
    : status === null
      ? 'The recording could not be sent.'
      : 'The recording was refused.';
  const answer = status === null ? body : `The webhook answered ${status}: ${body}`;
  return `<div class="result ${isGood ? 'good' : 'bad'}" role="status"><strong>${heading}</strong>
    <p><code>${escapeHtml(answer.slice(0, 600))}</code></p></div>`;
}
