import { LightBlob } from './light-blob.ts';

// Only in this worker thread, which runs nothing but the parser.
Object.assign(globalThis, { Blob: LightBlob });

export { readMail } from './read-mail.ts';
