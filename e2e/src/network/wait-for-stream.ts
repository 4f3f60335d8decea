import type { Page } from '@playwright/test';

/** More than a keep-alive comment of the stream; bytes. */
const MIN_EVENT_LENGTH = 40;

/**
 * Waits until the page has received the first event of its stream, which reports the current state;
 * each later change is a separate event. Call it before the page opens the stream.
 */
export async function waitForStream(page: Page): Promise<{ firstEvent: Promise<void> }> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Network.enable');
  const firstEvent = new Promise<void>((resolve) => {
    const received = new Map<string, number>();
    tools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.endsWith('/api/integrations/events')) received.set(requestId, 0);
    });
    tools.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const length = received.get(requestId);
      if (length === undefined) return;
      received.set(requestId, length + dataLength);
      if (length + dataLength >= MIN_EVENT_LENGTH) resolve();
    });
  });
  return { firstEvent };
}
