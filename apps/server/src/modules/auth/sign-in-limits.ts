import { networkOf } from '../../platform/rate-limit/network-of.ts';
import {
  type Counted,
  countAttempt,
  forgetAttempts,
  hasAttempt,
  noteAttempt,
  takeBackAttempt,
} from '../../platform/rate-limit/attempts.ts';
import type { Database } from '../../platform/database/create-database.ts';

const minutes = 60;
const days = 86_400;

// Why so many and for whom: docs/decisions/sign-in.md.
const perPersonThere = { name: 'sign-in of one there', attempts: 10, windowSeconds: 15 * minutes };
const perPerson = { name: 'sign-in of one', attempts: 20, windowSeconds: 5 * minutes };
const perNetwork = { name: 'sign-in there', attempts: 50, windowSeconds: 15 * minutes };
/** Not limited: counts the successes, by which a network is known to be the person's own. */
const successes = { name: 'signed in there', attempts: Infinity, windowSeconds: 30 * days };

/** Who tries to sign in from where; the e-mail need not be anybody's. */
export interface Attempt {
  /** In normal form. */
  email: string;
  /** The address of the request. */
  from: string;
}

export interface CountedSignIn {
  /** Whether the person signed in from that network during the last 30 days. */
  isOwn: boolean;
  /** Takes back what was counted for an attempt whose password was not looked at. */
  takeBack: () => Promise<void>;
}

/**
 * Counts an attempt before the password is looked at, so that many at once cannot slip through.
 *
 * @throws AppError `RATE_LIMITED`
 */
export async function countSignIn(db: Database, attempt: Attempt): Promise<CountedSignIn> {
  const { there, anywhere, network, own } = countsOf(attempt);
  const isOwn = await hasAttempt(db, own);
  // The network first: what it refuses leaves no row for each e-mail that was tried.
  const counted = isOwn ? [network, there] : [network, there, anywhere];
  await countAttempt(db, counted, 'sign-in attempts');
  return { isOwn, takeBack: () => takeBackAttempt(db, counted) };
}

/** After a success: the network gets its attempt back, which others share. */
export async function signedIn(db: Database, attempt: Attempt): Promise<void> {
  await takeBackAttempt(db, [countsOf(attempt).network]);
  await forgiveSignIns(db, attempt);
}

/** Clears what was counted against a person who just proved to be who they are. */
export async function forgiveSignIns(db: Database, attempt: Attempt): Promise<void> {
  const { there, anywhere, own } = countsOf(attempt);
  await forgetAttempts(db, [there, anywhere, own]);
  await noteAttempt(db, own);
}

function countsOf({ email, from }: Attempt) {
  const network = networkOf(from);
  const both = `${email}\0${network}`;
  return {
    there: { limit: perPersonThere, of: both },
    anywhere: { limit: perPerson, of: email },
    network: { limit: perNetwork, of: network },
    own: { limit: successes, of: both },
  } satisfies Record<string, Counted>;
}
