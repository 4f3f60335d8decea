import type { Owner } from '../owners/owner-store.ts';
import type { CallStore } from './call-store.ts';
import { FirefliesError } from './fireflies-error.ts';
import type { FieldRequest } from './graphql-document.ts';
import { checkFields, type FieldPath, selectFields } from './select-fields.ts';
import { toTranscript, userId } from './transcript.ts';
import { queryTypes } from './transcript-type.ts';

/** Fireflies' limit of one page. */
const largestPage = 50;

/** Of these, a query may use one. */
const exclusive = ['mine', 'user_id', 'organizer_email', 'participant_email'];

/** @throws FirefliesError when the query asks for a field or an argument that there is not. */
export function checkQuery(field: FieldRequest): void {
  const type = queryTypes[field.name];
  if (type === undefined) {
    throw invalidQuery(`Cannot query field "${field.name}" on type "Query".`);
  }
  const unknown = Object.keys(field.args).find((name) => !type.args.includes(name));
  if (unknown !== undefined) {
    throw invalidQuery(`Unknown argument "${unknown}" on field "Query.${field.name}".`);
  }
  checkFields(field, type.fields);
}

/** @throws FirefliesError when there is no such thing, or an argument makes no sense. */
export function answerQuery(
  calls: CallStore,
  owner: Owner,
  field: FieldRequest,
  onFailure: (path: FieldPath) => void,
): unknown {
  const select = (value: unknown) => selectFields(value, field.fields, [field.alias], onFailure);
  switch (field.name) {
    case 'user':
      return select(readUser(calls, owner, field.args));
    case 'transcript':
      return select(readTranscript(calls, owner, field.args));
    default:
      return select(listTranscripts(calls, owner, field.args));
  }
}

type Arguments = Readonly<Record<string, unknown>>;

function readUser(calls: CallStore, owner: Owner, { id }: Arguments): object {
  if (id != null && id !== '' && id !== userId(owner)) {
    throw new FirefliesError('object_not_found', { objectType: 'User' }, 'User not found');
  }
  const all = calls.list(owner);
  return {
    user_id: userId(owner),
    email: owner.address,
    name: owner.name,
    num_transcripts: all.length,
    recent_transcript: all[0]?.id ?? null,
    recent_meeting: all[0]?.id ?? null,
    minutes_consumed: all.reduce((sum, { duration }) => sum + duration, 0),
    is_admin: true,
    integrations: [],
  };
}

function readTranscript(calls: CallStore, owner: Owner, { id }: Arguments): object {
  if (typeof id !== 'string') {
    throw invalidArgument('id', 'id must be a string');
  }
  const call = calls.find(owner, id);
  if (call === undefined) {
    throw new FirefliesError('object_not_found', { objectType: 'Transcript' });
  }
  return toTranscript(call, owner);
}

function listTranscripts(calls: CallStore, owner: Owner, args: Arguments): object[] {
  const used = exclusive.filter((name) => args[name] != null && args[name] !== false);
  if (used.length > 1) {
    throw invalidArgument(used[1] ?? '', `Only one of ${exclusive.join(', ')} can be used`);
  }
  const limit = readCount(args, 'limit', largestPage, largestPage);
  const skip = readCount(args, 'skip', 0, Number.MAX_SAFE_INTEGER);
  return calls
    .list(owner, readDate(args, 'fromDate'), readDate(args, 'toDate'))
    .map((call) => toTranscript(call, owner))
    .filter((transcript) => isWanted(transcript, owner, args))
    .slice(skip, skip + limit);
}

function isWanted(transcript: Record<string, unknown>, owner: Owner, args: Arguments): boolean {
  const organizer = lower(transcript['organizer_email']);
  const participants = (transcript['participants'] as string[]).map(lower);
  const title = lower(transcript['title']);
  const anyOf = (name: string, addresses: readonly string[]) =>
    !Array.isArray(args[name]) ||
    (args[name] as unknown[]).some((address) => addresses.includes(lower(address)));
  return (
    (args['mine'] !== true || organizer === owner.address) &&
    (args['user_id'] == null || args['user_id'] === userId(owner)) &&
    (args['organizer_email'] == null || organizer === lower(args['organizer_email'])) &&
    (args['host_email'] == null || organizer === lower(args['host_email'])) &&
    (args['participant_email'] == null ||
      participants.includes(lower(args['participant_email']))) &&
    anyOf('organizers', [organizer]) &&
    anyOf('participants', participants) &&
    title.includes(lower(args['title'] ?? '')) &&
    title.includes(lower(args['keyword'] ?? ''))
  );
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

function readCount(args: Arguments, name: string, fallback: number, maximum: number): number {
  const value = args[name] ?? fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > maximum) {
    throw invalidArgument(name, `${name} must be a whole number not greater than ${maximum}`);
  }
  return value;
}

function readDate(args: Arguments, name: string): number | undefined {
  const value = args[name] ?? undefined;
  if (value === undefined) {
    return undefined;
  }
  const instant =
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(instant)) {
    throw invalidArgument(name, `${name} must be a Date instance`);
  }
  return instant;
}

function invalidArgument(name: string, message: string): FirefliesError {
  return new FirefliesError('invalid_arguments', { fields: [{ name, message }] });
}

function invalidQuery(message: string): FirefliesError {
  return new FirefliesError('GRAPHQL_VALIDATION_FAILED', undefined, message);
}
