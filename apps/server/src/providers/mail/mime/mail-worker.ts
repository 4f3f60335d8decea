import { parentPort } from 'node:worker_threads';
import { LightBlob } from './light-blob.ts';
import { readMail } from './read-mail.ts';

// Of this thread alone, in which nothing runs but the parser.
Object.assign(globalThis, { Blob: LightBlob });

parentPort?.on('message', (raw: string | Uint8Array) => {
  readMail(raw).then(
    (mail) => parentPort?.postMessage({ mail }, []),
    (error: unknown) =>
      parentPort?.postMessage(
        { error: error instanceof Error ? error.message : String(error) },
        [],
      ),
  );
});
