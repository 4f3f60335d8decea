import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The time that a connection waits for a response before PostgreSQL is probed; milliseconds. */
const RESPONSE_TIMEOUT_MS = 2_000;
/** The interval at which connections are checked while one waits; milliseconds. */
const LOOK_INTERVAL_MS = 500;
/** The pause between probes while statements are merely slow; milliseconds. */
const PROBE_PAUSE_MS = 2_000;
/**
 * The steps that PostgreSQL has to respond to a probe. Steps instead of one timer: a process that
 * was itself busy for seconds first reads what has arrived since.
 */
const PROBE_STEPS = 12;
const PROBE_STEP_MS = 250;

/**
 * The time for the end of a statement beyond its own limit (`statement_timeout`), after which its
 * connection is closed: a cluster cannot cancel a statement that waits for a node that hangs. Milliseconds.
 */
const OVERDUE_MS = 3_000;

/** The part of a connection that the watch needs. */
interface WatchedConnection {
  /** Closes it at once, without waiting for PostgreSQL; pending statements fail. */
  destroy: (reason: Error) => void;
}

/**
 * Detects a PostgreSQL that accepts statements and never responds: a stopped process, a machine or
 * network that vanished. Such connections are not closed, so without a limit everything on them
 * waits forever, and a limit for each statement would end slow ones as well.
 *
 * When a connection has waited for some seconds, a separate connection probes whether PostgreSQL
 * still responds, even with an error. If not, every connection is destroyed and new ones fail at
 * once, until a probe gets a response again: a statement fails at most 6 s after PostgreSQL stopped
 * responding. A connection whose statement does not end in time is destroyed alone. Nothing runs while no
 * statement takes long.
 */
export class ResponseWatch {
  readonly #url: string;
  readonly #connections = new Map<WatchedConnection, Wait | undefined>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #nextProbe = 0;
  #isClosed = false;
  /** The reason why new connections fail; undefined while PostgreSQL responds. */
  #failure: Error | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws a network error when PostgreSQL does not respond at the moment. */
  requireResponding(): void {
    if (this.#failure) throw this.#failure;
  }

  /**
   * Marks the connection as waiting for a response from now on, unless it already was.
   *
   * @param limitMs the limit of its statement; none in a transaction.
   */
  waits(connection: WatchedConnection, limitMs = Infinity): void {
    if (this.#connections.get(connection) !== undefined) return;
    this.#connections.set(connection, { since: Date.now(), limitMs });
    this.#start();
  }

  /** Marks the connection as having received everything it waited for. */
  rests(connection: WatchedConnection): void {
    if (this.#connections.has(connection)) this.#connections.set(connection, undefined);
  }

  forget(connection: WatchedConnection): void {
    this.#connections.delete(connection);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  #start(): void {
    if (this.#isClosed) return;
    this.#timer ??= setInterval(() => void this.#look(), LOOK_INTERVAL_MS).unref();
  }

  #endOverdue(): void {
    for (const [connection, wait] of this.#connections) {
      if (wait !== undefined && Date.now() - wait.since > wait.limitMs + OVERDUE_MS) {
        connection.destroy(noResponse());
      }
    }
  }

  async #look(): Promise<void> {
    this.#endOverdue();
    if (this.#isLooking || Date.now() < this.#nextProbe) return;
    const waits = [...this.#connections.values()].filter((wait) => wait !== undefined);
    const since = Math.min(...waits.map((wait) => wait.since));
    if (this.#failure === undefined && since === Infinity) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    if (this.#failure === undefined && Date.now() - since < RESPONSE_TIMEOUT_MS) return;
    this.#isLooking = true;
    const isBack = await isResponding(this.#url);
    this.#isLooking = false;
    if (this.#isClosed) return;
    if (isBack) this.#nextProbe = Date.now() + PROBE_PAUSE_MS;
    this.#failure = isBack ? undefined : noResponse();
    if (this.#failure)
      for (const connection of this.#connections.keys()) connection.destroy(this.#failure);
  }
}

/** A statement that is executed. */
interface Wait {
  /** Epoch milliseconds. */
  since: number;
  limitMs: number;
}

/** The error code that the operating system uses for this, though only after minutes. */
const noResponse = (): Error =>
  Object.assign(new Error('PostgreSQL does not respond'), { code: 'ETIMEDOUT' });

/** Whether PostgreSQL responds in time; an error counts as a response. */
async function isResponding(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  const responded: Promise<boolean> = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      (error: unknown) => error instanceof pg.DatabaseError,
    );
  let isUp: boolean | undefined;
  for (let step = 0; step < PROBE_STEPS && isUp === undefined; step += 1) {
    isUp = await Promise.race([responded, sleep(PROBE_STEP_MS, undefined)]);
  }
  destroyConnection(client);
  return isUp === true;
}

/** Closes a connection without notifying the other side, which would not read it. */
export function destroyConnection(client: pg.Client, reason?: Error): void {
  // The driver has no public API for this; its own pool does the same.
  const { connection } = client as unknown as {
    connection?: { stream: { destroy: (reason?: Error) => void } };
  };
  connection?.stream.destroy(reason);
}
