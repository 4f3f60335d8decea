import type { SandboxResponse, SandboxRequest, StandIn } from '../http/exchange.ts';
import { controlError, html, json, readJsonObject } from '../http/exchange.ts';
import type { Owner, OwnerStore } from '../owners/owner-store.ts';
import type { StandInModule } from '../stand-in.ts';
import type { FathomForm } from './fathom-page.ts';
import { emptyForm, fathomPage } from './fathom-page.ts';
import type { Shape } from './payloads.ts';
import { shapes, toPayload } from './payloads.ts';
import type { Recording, RecordingPerson } from './recording.ts';
import { sampleRecording } from './recording.ts';
import { isOnThisMachine, sendRecording } from './send-recording.ts';

const maxRepeats = 100;
const elsewhere = 'The webhook must be an http address of this machine.';

/** `/sandbox/fathom`: a Zap that sends recordings, as JSON requests and as a page. */
export const fathomStandIn: StandInModule = {
  start: ({ owners, now }) => ({ standIns: [fathomControl(owners, now)] }),
};

function fathomControl(owners: OwnerStore, now: () => number): StandIn {
  /** The default recorder: the first sample user. */
  const recorder = () => owners.list()[0];
  return {
    routes: [
      {
        method: 'POST',
        path: '/sandbox/fathom/send',
        handle: (request) => send(readJsonObject(request), recorder(), now),
      },
      {
        method: 'GET',
        path: '/sandbox/fathom',
        handle: ({ query }) => html(fathomPage(filledForm(query, recorder()), undefined)),
      },
      {
        method: 'POST',
        path: '/sandbox/fathom',
        handle: (request) => sendForm(request, recorder(), now),
      },
    ],
  };
}

async function send(
  body: Record<string, unknown>,
  recorder: Owner | undefined,
  now: () => number,
): Promise<SandboxResponse> {
  const { webhookUrl, token, shape, times = 1, together, recording = {}, payload } = body;
  if (typeof webhookUrl !== 'string' || !isOnThisMachine(webhookUrl)) {
    throw controlError(400, elsewhere);
  }
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > maxRepeats) {
    throw controlError(400, `"times" must be a whole number from 1 to ${maxRepeats}.`);
  }
  if (payload === undefined && !isShape(shape)) {
    throw controlError(400, `"shape" must be one of ${shapes.join(', ')}.`);
  }
  const recordedBy =
    recorder === undefined ? {} : { recordedBy: { name: recorder.name, email: recorder.address } };
  const whole = sampleRecording({ ...recordedBy, ...(recording as Partial<Recording>) }, now());
  const sent = payload ?? toPayload(whole, isShape(shape) ? shape : 'flat');
  const deliveries = await sendRecording({
    webhookUrl,
    token: typeof token === 'string' ? bareToken(token) : undefined,
    payload: sent,
    times,
    together: together === true,
  });
  return json({ payload: sent, deliveries });
}

async function sendForm(
  { body }: SandboxRequest,
  recorder: Owner | undefined,
  now: () => number,
): Promise<SandboxResponse> {
  const form = filledForm(new URLSearchParams(body.toString('utf8')), recorder);
  if (!isOnThisMachine(form.webhookUrl)) {
    return html(fathomPage(form, { status: null, body: elsewhere }), 400);
  }
  const invitees = form.invitees
    .split(/[\s,;]+/)
    .filter((email) => email.includes('@'))
    .map(personOf);
  const recording = sampleRecording(
    { title: form.title, invitees, recordedBy: personOf(form.recordedBy) },
    now(),
  );
  const [delivery] = await sendRecording({
    webhookUrl: form.webhookUrl,
    token: form.authorization === '' ? undefined : bareToken(form.authorization),
    payload: toPayload(recording, form.shape),
    times: 1,
    together: false,
  });
  return html(fathomPage(form, delivery));
}

/** Whatever is not given is as in the empty form. */
function filledForm(fields: URLSearchParams, recorder: Owner | undefined): FathomForm {
  const shape = fields.get('shape');
  const empty = emptyForm(recorder);
  return {
    webhookUrl: fields.get('webhookUrl')?.trim() ?? '',
    authorization: fields.get('authorization')?.trim() ?? '',
    title: fields.get('title')?.trim() || empty.title,
    recordedBy: fields.get('recordedBy')?.trim() || empty.recordedBy,
    invitees: fields.get('invitees')?.trim() || empty.invitees,
    shape: isShape(shape) ? shape : 'flat',
  };
}

function isShape(value: unknown): value is Shape {
  return shapes.some((shape) => shape === value);
}

/** Both the token and the whole header may be given. */
function bareToken(text: string): string {
  return text.replace(/^(authorization:\s*)?bearer\s+/i, '');
}

/** `casey.client@acme.com` is called Casey Client. */
function personOf(email: string): RecordingPerson {
  const name = email
    .slice(0, email.indexOf('@'))
    .split(/[._-]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
  return { name, email };
}
