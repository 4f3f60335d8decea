/** Calls one of a sandbox's control paths; fails the test when it is refused. */
export async function control<Result = unknown>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Result> {
  const answer = await fetch(`${url}/sandbox/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(`${method} /sandbox/${path} answered ${answer.status}: ${text}`);
  }
  return JSON.parse(text) as Result;
}
