import type { PasskeyAnswer } from '@repo/contract/passkeys';
import { useEffect, useEffectEvent, useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequest } from '#lib/api/api-request.ts';
import { stopSuggesting, suggestsPasskeys, requestPasskey } from '#lib/passkeys/request-passkey.ts';
import { hasPasskeys } from '#lib/passkeys/has-passkeys.ts';
import { readUser } from '#lib/session/read-user.ts';
import { startSession } from '#lib/session/session-store.ts';
import { ownTimeZone } from '#lib/time/own-time-zone.ts';

const FAILURE = 'The sign-in with a passkey failed. Please try again.';

/** Before the challenge of a suggestion expires, which is after five minutes. */
const RENEW_MS = 4 * 60_000;

type PasskeySignIn = {
  /** Whether the server and the browser have passkeys. */
  isOffered: boolean;
  isBusy: boolean;
  problem: string | undefined;
  start: () => Promise<void>;
};

/**
 * Signs in with a passkey: by a button, and in browsers that suggest passkeys in the field for the email. Nothing is
 * asked of a server that offers the specification alone.
 */
export function usePasskeySignIn(): PasskeySignIn {
  const [isOffered, setOffered] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const suggest = useEffectEvent(async (isCurrent: () => boolean) => {
    const { data } = await requestOptions();
    if (data === undefined || !isCurrent()) return;
    setOffered(true);
    if (!(await suggestsPasskeys()) || !isCurrent()) return;
    const asked = await requestPasskey(data, true);
    if ('problem' in asked || !isCurrent()) return;
    setProblem(await send(asked.result));
  });
  useEffect(() => {
    if (!hasPasskeys()) return;
    let isCurrent = true;
    const begin = () => void suggest(() => isCurrent);
    begin();
    const timer = setInterval(begin, RENEW_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      void stopSuggesting();
    };
  }, []);

  return {
    isOffered,
    isBusy,
    problem,
    async start() {
      setBusy(true);
      setProblem(undefined);
      setProblem(await signIn());
      setBusy(false);
    },
  };
}

const requestOptions = () => apiRequest('POST /api/auth/login/passkey/options', { body: {} });

async function signIn(): Promise<string | undefined> {
  const { data, error } = await requestOptions();
  if (error !== undefined) return failureMessage(error, FAILURE);
  const asked = await requestPasskey(data);
  return 'problem' in asked ? asked.problem : send(asked.result);
}

async function send(passkey: PasskeyAnswer): Promise<string | undefined> {
  const { data, error } = await apiRequest('POST /api/auth/login/passkey', {
    body: { passkey, timeZone: ownTimeZone() },
  });
  if (error !== undefined) return failureMessage(error, FAILURE);
  const user = readUser(data.user);
  if (user === undefined) return FAILURE;
  startSession(data.token, user);
  return undefined;
}
