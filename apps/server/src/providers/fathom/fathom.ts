import type { WebhookProvider } from '#modules/integrations/provider.ts';
import { mapRecording } from './map-recording.ts';

/** Fathom's recordings, sent by a Zap or by Fathom itself. See the README in this folder. */
export const fathom: WebhookProvider = {
  id: 'fathom',
  name: 'Fathom <> Zapier (beta)',
  kind: 'calls',
  texts: {
    note: 'Manual template config required',
    connectHelp:
      'In Zapier, make a Zap that starts with a new Fathom recording and posts it to a webhook. Configure its POST action with these webhook details.',
  },
  connect: { kind: 'webhook' },
  receive: mapRecording,
};
