import {
  defaultFieldResolver,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  responsePathAsArray,
} from 'graphql';
import type { Owner } from '../owners/owner-store.ts';
import type { CallStore } from './call-store.ts';
import { FirefliesError } from './fireflies-error.ts';
import { toTranscript, userId } from './transcript.ts';

/** Fireflies' limit of one page. */
const largestPage = 50;

/** Arguments that exclude each other in a query. */
const exclusive = ['mine', 'user_id', 'organizer_email', 'participant_email'];

/** The fields of `Query`, for the owner of a key; they throw `FirefliesError`. */
export const queryResolvers = (calls: CallStore, owner: Owner) => ({
  user: (args: Arguments) => readUser(calls, owner, args),
  transcript: (args: Arguments, _: unknown, info: GraphQLResolveInfo) =>
    orFailure(readTranscript(calls, owner, args), info, []),
  transcripts: (args: Arguments, _: unknown, info: GraphQLResolveInfo) =>
    listTranscripts(calls, owner, args).map((call, index) => orFailure(call, info, [index])),
});

/** Reads a field; those that a call's `failingFields` name fail. */
export const resolveField: GraphQLFieldResolver<Transcript, unknown> = (call, ...rest) => {
  const [, , { fieldName }] = rest;
  if (failingFields(call).includes(fieldName)) throw new FirefliesError('internal_server_error');
  return defaultFieldResolver(call, ...rest);
};

const failingFields = (call: Transcript) => (call['failingFields'] ?? []) as string[];

/** In place of a whole call, the error of a field that must not be null, where one fails. */
function orFailure(
  call: Transcript,
  { fieldNodes, path }: GraphQLResolveInfo,
  index: number[],
): Transcript | GraphQLError {
  const fields = fieldNodes.flatMap((node) => node.selectionSet?.selections ?? []);
  const isSafe = fields.every((one) => 'name' in one && /^(id|date)$/.test(one.name.value));
  if (isSafe || !failingFields(call).includes('*')) return call;
  const originalError = new FirefliesError('internal_server_error');
  return new GraphQLError(originalError.message, {
    path: [...responsePathAsArray(path), ...index, 'organizer_email'],
    originalError,
  });
}

type Transcript = Record<string, unknown>;
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

function readTranscript(calls: CallStore, owner: Owner, { id }: Arguments): Transcript {
  if (typeof id !== 'string') {
    throw invalidArgument('id', 'id must be a string');
  }
  const call = calls.find(owner, id);
  if (call === undefined) {
    throw new FirefliesError('object_not_found', { objectType: 'Transcript' });
  }
  return toTranscript(call, owner);
}

function listTranscripts(calls: CallStore, owner: Owner, args: Arguments): Transcript[] {
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

function isWanted(transcript: Transcript, owner: Owner, args: Arguments): boolean {
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
