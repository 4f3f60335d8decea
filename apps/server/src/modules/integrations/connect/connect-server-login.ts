import { domainToASCII } from 'node:url';
import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import { countAttempt, undoAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import type { SourceProvider } from '../provider.ts';
import type { FoundServer, ServerLogin, ServerLoginConnect } from '../provider/connect-methods.ts';
import { BusyError, ProviderError } from '../provider-error.ts';
import { providerFailure } from './provider-failure.ts';
import { storeGrant } from './store-grant.ts';

type ServerLoginProvider = SourceProvider & { connect: ServerLoginConnect };

/** The time for everything, milliseconds: the browser waits ten seconds. Providers may wait for a part of it. */
const SEARCH_TIMEOUT_MS = 6_000;
const SIGN_IN_TIMEOUT_MS = 9_300;

const hourly = { windowSeconds: 3_600 };
const searches = { ...hourly, name: 'server searches', attempts: limits.serverSearchesPerHour };
const signIns = { ...hourly, name: 'server sign-ins', attempts: limits.serverSignInsPerHour };
/**
 * For all users together, so that the password of a mailbox cannot be guessed through this server.
 * Counted by the server's name of the mailbox, since any address can be given with it.
 */
const mailboxSignIns = { ...signIns, name: 'server sign-ins of a mailbox' };
/** For all users together, so that this server cannot be used to attack another one. */
const ofServers = { ...hourly, attempts: limits.requestsPerServerPerHour };
const serverSignIns = { ...ofServers, name: 'sign-ins of a server' };
const domainSearches = { ...ofServers, name: 'server searches of a domain' };

/**
 * Finds the settings of the server that an address belongs to.
 *
 * @returns null when none are published; the user then enters them.
 * @throws AppError `RATE_LIMITED`
 */
export async function findServer(
  { db, log }: Context,
  { connect }: ServerLoginProvider,
  userId: string,
  address: string,
): Promise<FoundServer | null> {
  const counted = [
    { limit: searches, of: userId },
    { limit: domainSearches, of: domainIn(address) },
  ];
  await countAttempt(db, counted, 'searches for mail servers');
  try {
    const found = await connect.findServer(address, AbortSignal.timeout(SEARCH_TIMEOUT_MS));
    return found ?? null;
  } catch (error) {
    log.info({ err: error }, 'cannot find the settings of a server');
    return null;
  }
}

/**
 * Connects a provider with an address and a password, after signing in with them.
 *
 * @returns the id of the integration.
 * @throws AppError `VALIDATION_FAILED` when the server does not accept them, or its settings are
 *   wrong; `NETWORK_ERROR` or `RATE_LIMITED` when it fails. The message is for the user.
 */
export async function connectServerLogin(
  context: Context,
  provider: ServerLoginProvider,
  userId: string,
  login: ServerLogin,
): Promise<string> {
  const server = login.server ? asciiName(login.server.host) : domainIn(login.address);
  const mailbox = (login.user || login.address).toLowerCase();
  const counted = [
    { limit: signIns, of: userId },
    { limit: mailboxSignIns, of: JSON.stringify([mailbox, server]) },
    { limit: serverSignIns, of: server },
  ];
  await countAttempt(context.db, counted, 'sign-ins to mail servers');
  try {
    const signal = AbortSignal.timeout(SIGN_IN_TIMEOUT_MS);
    const grant = await provider.connect.exchange(login, signal, userId);
    return await context.db.transaction().execute((tx) =>
      storeGrant(context, tx, provider, userId, {
        ...grant,
        capturesText: login.capturesText ?? null,
      }),
    );
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause;
    // No server was contacted.
    if (cause instanceof BusyError) await undoAttempt(context.db, counted);
    if (cause.kind === 'reauthorize') throw refused('password', cause);
    if (cause.kind === 'permanent') throw refused('server', cause);
    throw providerFailure(cause);
  }
}

const domainIn = (address: string): string =>
  asciiName(address.slice(address.lastIndexOf('@') + 1));

/** The name that is connected to: there are many ways to write one, such as with letters of double width. */
const asciiName = (host: string): string =>
  (domainToASCII(host.replace(/\.$/, '')) || host).toLowerCase();

const refused = (field: string, cause: ProviderError): AppError =>
  new AppError('VALIDATION_FAILED', cause.message, {
    cause,
    details: [{ field, message: cause.message }],
  });
