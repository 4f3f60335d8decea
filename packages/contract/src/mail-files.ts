import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id, instant } from './fields.ts';
import { limits } from './limits.ts';

/**
 * 'uploading': parts are missing. 'checking': the server counts the contents of the file. 'ready': the user
 * decides whether it is imported. 'failed': `message` says why; nothing more is imported.
 */
export const mailFileState = z.enum([
  'uploading',
  'checking',
  'ready',
  'importing',
  'finished',
  'failed',
]);
export type MailFileState = z.infer<typeof mailFileState>;

const count = z.number().int();

const mailFile = z.object({
  id,
  name: z.string(),
  /** Bytes, and how many of them the server has. */
  size: count,
  received: count,
  state: mailFileState,
  /** The progress of checking or importing, from 0 to 1. */
  fraction: z.number().min(0).max(1),
  /** Emails and meetings in the file, those of tracked domains, and the imported ones. */
  found: count,
  concerned: count,
  imported: count,
  /** Drafts, spam, deleted emails and declined meetings, which are not imported. */
  excluded: count,
  unreadable: count,
  /** The number of meetings among those in the file. */
  meetings: count.optional(),
  /** The tracked domains with the most emails and meetings in the file, and how many domains there are. */
  domains: z.array(z.object({ domain: z.string(), emails: count })).max(limits.mailFileDomains),
  domainCount: count,
  /** The times of the first and the last of them. */
  since: instant.nullable(),
  until: instant.nullable(),
  /** The first that could not be read, and why. */
  problems: z
    .array(z.object({ name: z.string(), reason: z.string() }))
    .max(limits.mailFileProblems),
  /** For users: why it failed, or what is missing. */
  message: z.string().optional(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type MailFile = z.infer<typeof mailFile>;

const ofFile = z.object({ id });

export const mailFileEndpoints = defineEndpoints({
  'GET /api/mail-files': {
    summary: 'The files with emails and calendars that the user uploaded, the latest first.',
    access: 'person',
    level: 'full',
    response: z.object({
      files: z.array(mailFile).max(limits.pendingMailFiles + limits.finishedMailFiles),
      /**
       * Stored meetings of no connected calendar with an unread privacy mark. Only the user sees them, until
       * their files are imported again.
       */
      withheldMeetings: count,
    }),
  },
  'POST /api/mail-files': {
    summary: 'Begins the upload of a file with emails or a calendar. Its parts follow, in order.',
    access: 'person',
    level: 'full',
    body: z.object({
      name: z.string().trim().min(1, 'The file needs a name.').max(limits.fileNameLength),
      size: z.number().int().min(1, 'The file is empty.').max(Number.MAX_SAFE_INTEGER),
    }),
    response: z.object({ file: mailFile }),
    errors: ['LIMIT_REACHED', 'RATE_LIMITED', 'UNAVAILABLE'],
  },
  'PUT /api/mail-files/{id}/content': {
    summary:
      'Stores the next part of a file. A part at another position than `received` is ignored; the response says where to continue.',
    access: 'person',
    level: 'full',
    params: ofFile,
    query: z.object({ offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    body: z.custom<Uint8Array | Blob>(),
    acceptsBytes: true,
    bodyLimit: limits.filePartBytes,
    response: z.object({ file: mailFile }),
    errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNAVAILABLE'],
  },
  'POST /api/mail-files/{id}/import': {
    summary: 'Imports the emails and meetings of tracked domains from a file that was checked.',
    access: 'person',
    level: 'full',
    params: ofFile,
    response: z.object({ file: mailFile }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  'DELETE /api/mail-files/{id}': {
    summary: 'Cancels a file, or removes it from the list. What is imported already is kept.',
    access: 'person',
    level: 'full',
    params: ofFile,
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
});
