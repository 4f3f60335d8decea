import { plural } from '@repo/domain/text/plural';
import { type Config, ConfigError } from '../../config.ts';
import { resealCredentials, type Resealed } from '#modules/integrations/reseal-credentials.ts';
import { resealApps } from '#modules/sign-in-factors/reseal-apps.ts';
import { resealConnections } from '#modules/single-sign-on/reseal-connections.ts';
import { resealWebhooks } from '#modules/webhooks/reseal-secrets.ts';
import {
  createKeyFileEntry,
  type KeyFileEntry,
  keyFileOf,
  readKeyFile,
  writeKeyFile,
} from '#platform/secrets/key-file.ts';
import { createSecretBox } from '#platform/secrets/secret-box.ts';
import type { Command } from '../command.ts';
import { openContext } from '../open-context.ts';

export const rotateKeys: Command = {
  name: 'rotate-keys',
  summary: 'Encrypts all stored credentials with the first of ENCRYPTION_KEYS',
  options: [],
  runBeforeSchema: async (config) => {
    const file = config.hasOwnKeyFile ? keyFileOf(config.dataDir) : undefined;
    if (file !== undefined) requireOwnDatabase(config, file);
    const { context, close } = await openContext(config, { isAlone: file !== undefined });
    let outcome: Resealed;
    let [current, next] = ['', ''];
    try {
      const { keys, finish } = file === undefined ? settingsKeys(config) : fileKeys(file);
      [current = ''] = keys.keys();
      const box = createSecretBox(keys);
      const credentials = await resealCredentials(context.db, box, current);
      const webhooks = await resealWebhooks(context.db, box, current);
      const apps = await resealApps(context.db, box, current);
      const connections = await resealConnections(context.db, box, current);
      const all = [credentials, webhooks, apps, connections];
      outcome = {
        resealed: all.reduce((sum, { resealed }) => sum + resealed, 0),
        missingKeys: [...new Set(all.flatMap(({ missingKeys }) => missingKeys))].sort(),
      };
      if (outcome.missingKeys.length === 0) next = finish();
    } finally {
      await close();
    }
    if (outcome.missingKeys.length > 0) {
      throw new ConfigError(
        `Some credentials are encrypted with ${outcome.missingKeys.join(', ')}, which is not known. ${plural(outcome.resealed, 'other was', 'others were')} encrypted with ${current}. Add the missing key behind the first one of ENCRYPTION_KEYS and run this again, or let people connect again.`,
      );
    }
    return {
      data: { currentKey: current, resealed: outcome.resealed },
      text: `${outcome.resealed} stored credentials were encrypted with ${current}; all of them are now. ${next}`,
    };
  },
};

interface Keys {
  /** The first key encrypts new secrets. */
  keys: ReadonlyMap<string, Buffer>;
  /**
   * Removes the previous keys from the key file that the server manages; returns what to do next.
   */
  finish: () => string;
}

const settingsKeys = ({ encryptionKeys }: Config): Keys => ({
  keys: encryptionKeys,
  finish: () =>
    encryptionKeys.size > 1
      ? 'Remove the other keys from ENCRYPTION_KEYS and restart the servers.'
      : 'To rotate, put a new key in front of ENCRYPTION_KEYS, restart the servers, and run this again.',
});

function requireOwnDatabase({ databaseUrl }: Config, file: string): void {
  if (databaseUrl === undefined) return;
  throw new ConfigError(
    `The key is in ${file}. To rotate it beside servers, set ENCRYPTION_KEYS to a new key and the one of that file, new one first, restart the servers, and run this again.`,
  );
}

/**
 * The new key is first written in front of the previous one, which is removed last: wherever this
 * is interrupted, every secret can still be decrypted. A key that an interrupted run left in front
 * is used again. The command must have the database alone: a server, or a second rotation, that has
 * read the file before would encrypt with a key that is not in it afterwards.
 */
function fileKeys(file: string): Keys {
  const stored = readKeyFile(file);
  const entries: KeyFileEntry[] = stored.length > 1 ? stored : [createKeyFileEntry(), ...stored];
  writeKeyFile(file, entries);
  return {
    keys: new Map(entries),
    finish: () => {
      writeKeyFile(file, entries.slice(0, 1));
      return `The former key was removed from ${file}.`;
    },
  };
}
