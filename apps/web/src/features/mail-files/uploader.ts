import type { MailFile } from '@repo/contract/mail-files';
import { limits } from '@repo/contract/page-limits';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequest } from '#lib/api/api-request.ts';
import { countOf } from '#lib/api/read-fields.ts';

const MIN_PART_BYTES = 64 * 1024;
const FIRST_PART_BYTES = 1024 * 1024;
/** A part that takes longer is followed by smaller ones, a faster one by larger ones; milliseconds. */
const SLOW_MS = 5_000;
const FAST_MS = 2_000;
/** The wait after a part that did not arrive, doubled each time; milliseconds. */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** The number of parts without progress after which the upload stops. */
const MAX_IDLE_PARTS = 10;

/** An upload from this page; it goes on while the user is on other pages of the application. */
export interface Upload {
  fileId: string;
  /** Bytes that the server has. */
  received: number;
  /** Whether the last part did not arrive and is sent again. */
  isWaiting: boolean;
  /** Why it has stopped. */
  error: string | undefined;
}

let current: Upload | undefined;
let abort = new AbortController();
const listeners = new Set<() => void>();

export const readUpload = (): Upload | undefined => current;

export function subscribeToUpload(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function change(next: Upload | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Stops sending parts, when the file was cancelled. */
export function stopUpload(): void {
  abort.abort();
  change(undefined);
}

/**
 * Sends the parts of a file that the server does not have yet, one after the other. A part that does
 * not arrive is sent again, in smaller pieces; the server says where to continue.
 *
 * @returns when the file is complete, or the upload has stopped.
 */
export async function sendFile(content: Blob, stored: MailFile): Promise<void> {
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  const { id } = stored;
  let upload: Upload = {
    fileId: id,
    received: stored.received,
    isWaiting: false,
    error: undefined,
  };
  let partBytes = FIRST_PART_BYTES;
  let wait = RETRY_MS;
  let furthest = stored.received;
  let idleParts = 0;
  change(upload);
  while (upload.received < content.size && !signal.aborted) {
    const begun = performance.now();
    const { data, error } = await apiRequest('PUT /api/mail-files/{id}/content', {
      params: { id },
      query: { offset: upload.received },
      body: content.slice(upload.received, upload.received + partBytes),
      signal,
    });
    if (signal.aborted) return;
    const milliseconds = performance.now() - begun;
    if (data !== undefined) {
      if (data.file.state !== 'uploading') return change(undefined);
      const received = countOf(data.file.received) ?? 0;
      upload = { ...upload, received, isWaiting: false };
      idleParts = received > furthest ? 0 : idleParts + 1;
      furthest = Math.max(furthest, received);
      if (idleParts === MAX_IDLE_PARTS) {
        return change({ ...upload, error: 'The server does not store the parts of the file' });
      }
      if (milliseconds < FAST_MS) partBytes = Math.min(limits.filePartBytes, partBytes * 2);
      if (milliseconds > SLOW_MS) partBytes = Math.max(MIN_PART_BYTES, Math.floor(partBytes / 2));
      wait = RETRY_MS;
    } else if (error.status !== undefined && error.status < 500 && error.status !== 429) {
      upload = { ...upload, error: failureMessage(error, 'The upload has stopped') };
      return change(upload);
    } else {
      upload = { ...upload, isWaiting: true };
      partBytes = Math.max(MIN_PART_BYTES, Math.floor(partBytes / 4));
      change(upload);
      await pause(wait, signal);
      wait = Math.min(MAX_RETRY_MS, wait * 2);
    }
    change(upload);
  }
  if (!signal.aborted) change(undefined);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
