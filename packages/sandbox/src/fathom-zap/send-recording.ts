export interface Sending {
  /** On this machine: the sandbox sends nowhere else. */
  webhookUrl: string;
  /** The bearer token; undefined sends none. */
  token: string | undefined;
  payload: unknown;
  times: number;
  /** All at once instead of one after the other. */
  together: boolean;
}

/** The response of the webhook; if it could not be reached, `status` is null and `body` says why. */
export interface Delivery {
  status: number | null;
  body: string;
}

const timeoutMs = 30_000;

/** Posts a payload to a webhook as Zapier's 'Webhooks' step does. */
export async function sendRecording(sending: Sending): Promise<Delivery[]> {
  const rounds = Array.from({ length: sending.times });
  if (sending.together) {
    return Promise.all(rounds.map(() => deliver(sending)));
  }
  const deliveries: Delivery[] = [];
  for (const _ of rounds) {
    deliveries.push(await deliver(sending));
  }
  return deliveries;
}

export function isOnThisMachine(address: string): boolean {
  if (!URL.canParse(address)) {
    return false;
  }
  const { protocol, hostname } = new URL(address);
  return (
    /^https?:$/.test(protocol) && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  );
}

async function deliver({ webhookUrl, token, payload }: Sending): Promise<Delivery> {
  try {
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Zapier',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(payload),
    });
    return { status: answer.status, body: await answer.text() };
  } catch (error) {
    const { cause } = error as Error;
    return {
      status: null,
      body: `${String(error)}${cause instanceof Error ? `: ${cause.message}` : ''}`,
    };
  }
}
