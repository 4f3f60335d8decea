import type { EndpointName } from '@repo/contract/endpoints';
import { readSession } from '../session/session-store.ts';
import { buildRequest, type RequestParts } from './build-request.ts';
import { readResponse } from './read-response.ts';

/**
 * Downloads the file of an endpoint. A link would not work, since it cannot send the token.
 *
 * @throws ApiError when the server refuses.
 */
export async function downloadFile(
  name: EndpointName,
  parts: RequestParts,
  fileName: string,
): Promise<void> {
  const { url, init } = buildRequest(name, parts, readSession().token);
  const response = await fetch(url, init);
  if (!response.ok) await readResponse(response);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
