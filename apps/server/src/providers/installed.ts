import type { Config } from '../config.ts';
import type { Provider } from '../modules/integrations/provider.ts';
import { createGmail } from './gmail/gmail.ts';

/** Every provider that can be connected with these settings, in the order in which they are shown. */
export function installedProviders({ google }: Pick<Config, 'google'>): Provider[] {
  return google === undefined ? [] : [createGmail(google)];
}
