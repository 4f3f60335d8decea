/** What is not asked for within this time is out of date. */
const KEPT_MS = 10_000;

type Ahead = { token: string | undefined; answer: Promise<unknown> };

/** Answers, by address, that were asked for before the screen that shows them was there. */
const kept = new Map<string, Ahead>();

/** @param token of the session that the answer is for; nobody else gets it. */
export function keepAhead(
  address: string,
  token: string | undefined,
  answer: Promise<unknown>,
): void {
  const ahead = { token, answer };
  kept.set(address, ahead);
  setTimeout(() => {
    if (kept.get(address) === ahead) kept.delete(address);
  }, KEPT_MS);
  // Whoever takes it is told of a failure; if nobody does, it is nobody's.
  answer.catch(() => {});
}

/** Each is given once: who asks again wants it anew. */
export function takeAhead(
  address: string,
  token: string | undefined,
): Promise<unknown> | undefined {
  const ahead = kept.get(address);
  kept.delete(address);
  return ahead?.token === token ? ahead?.answer : undefined;
}
