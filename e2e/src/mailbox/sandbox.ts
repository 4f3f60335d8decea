import type { TestEnvironment } from '../journey.ts';

/** Turns one of the sandbox's switches; packages/sandbox/README.md lists them. */
export async function control<Data>(
  { sandboxUrl }: TestEnvironment,
  method: string,
  path: string,
  body?: object,
): Promise<Data> {
  const response = await fetch(`${sandboxUrl}/sandbox/${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return (await response.json()) as Data;
}

/** Injects a failure at a provider; returns a function that ends it. */
export async function failAt(
  environment: TestEnvironment,
  path: string,
  effect: object,
): Promise<() => Promise<void>> {
  const { id } = await control<{ id: string }>(environment, 'POST', 'faults', { path, effect });
  return async () => void (await control(environment, 'DELETE', `faults/${id}`));
}

/** Gmail's ids of the emails in a mailbox, by their subjects' Message-IDs, the oldest first. */
export async function mailsIn(
  environment: TestEnvironment,
  email: string,
): Promise<{ id: string; messageId: string }[]> {
  const { messages } = await control<{
    messages: { id: string; messageId: string; internalDate: string }[];
  }>(environment, 'GET', `gmail/${encodeURIComponent(email)}/messages`);
  return messages.toSorted((one, other) => Number(one.internalDate) - Number(other.internalDate));
}
