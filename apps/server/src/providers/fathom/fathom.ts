import type { WebhookProvider } from '../../modules/integrations/provider.ts';
import { mapRecording } from './map-recording.ts';

/** Fathom's recordings, sent by a Zap or by Fathom itself. See the README beside this file. */
export const fathom: WebhookProvider = {
  id: 'fathom',
  name: 'Fathom <> Zapier (beta)',
  capability: 'call_transcription',
  connect: { kind: 'webhook' },
  receive: mapRecording,
};
