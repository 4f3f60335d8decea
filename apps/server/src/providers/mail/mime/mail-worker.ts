import { LightBlob } from './light-blob.ts';

// Only affects this worker thread, which runs nothing but the parser.
Object.assign(globalThis, { Blob: LightBlob });

export { readMail } from './read-mail.ts';
