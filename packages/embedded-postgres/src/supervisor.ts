import { setTimeout as delay } from 'node:timers/promises';
import { ownerName } from './cluster/claim-cluster.ts';
import { explainFailure, FullDiskError } from './embedded-postgres-error.ts';
import type { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Installation } from './cluster/installation.ts';
import { stopPostmaster } from './postmaster.ts';
import { ensureClusterRunning } from './cluster/ensure-cluster-running.ts';
import type { RunningCluster } from './cluster/ensure-cluster-running.ts';

/** The part of a pino logger that is used: details first, then the message. */
export type SupervisorLog = Record<
  'info' | 'warn' | 'error',
  (details: object, message: string) => void
>;

/** Failures this far apart have nothing to do with each other. */
const CALM_MS = 60_000;
const MAX_FAILURES = 5;
/** A full disk is waited for, since nothing but room is missing; looked at this often. */
const MAX_WAIT_MS = 3_000;

/**
 * Watches the claimed cluster over its connection and starts PostgreSQL again, on the same port,
 * when it is lost: after 0.1 s, then 0.2 s, 0.4 s and so on. It gives up and calls `onLost` when the
 * fifth attempt fails, each within a minute of the previous one; while the disk is full it never
 * gives up.
 */
export class Supervisor {
  readonly #installation: Installation;
  readonly #log: SupervisorLog;
  readonly #onLost: (error: EmbeddedPostgresError) => void;
  readonly #port: number;
  /** Undefined while PostgreSQL is lost. */
  #reached: RunningCluster | undefined;
  #address: string | undefined;
  #failures = 0;
  #lastFailure = 0;
  #recovery: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(
    reached: RunningCluster,
    installation: Installation,
    handlers: { log: SupervisorLog; onLost: (error: EmbeddedPostgresError) => void },
  ) {
    this.#port = reached.port;
    this.#installation = installation;
    this.#log = handlers.log;
    this.#onLost = handlers.onLost;
    this.#watch(reached);
  }

  async announce(address: string): Promise<void> {
    this.#address = address;
    await this.#reached?.client.query("select set_config('application_name', $1, false)", [
      ownerName(address),
    ]);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    await this.#recovery;
    if (this.#reached) await stopPostmaster(this.#reached.pid);
  }

  #watch(reached: RunningCluster): void {
    this.#reached = reached;
    reached.client.once('end', () => {
      if (this.#stopped) return;
      this.#reached = undefined;
      this.#recovery = this.#recover();
    });
  }

  async #recover(): Promise<void> {
    const { dataDir } = this.#installation;
    this.#log.error(
      { dataDir },
      'PostgreSQL ended unexpectedly, starting it again (see postgres.log)',
    );
    while (!this.#stopped) {
      await delay(this.#noteFailure());
      try {
        const wanted = { port: this.#port, address: this.#address };
        this.#watch(await ensureClusterRunning(this.#installation, wanted));
        this.#log.info({ dataDir, port: this.#port }, 'PostgreSQL runs again');
        return;
      } catch (cause) {
        const error = explainFailure(dataDir, cause);
        if (this.#failures >= MAX_FAILURES && !(error instanceof FullDiskError)) {
          return this.#onLost(error);
        }
        this.#log.warn({ err: error }, 'PostgreSQL could not be started, trying again');
      }
    }
  }

  /** Returns how many milliseconds to wait before the next attempt. */
  #noteFailure(): number {
    const now = Date.now();
    this.#failures = now - this.#lastFailure > CALM_MS ? 1 : this.#failures + 1;
    this.#lastFailure = now;
    return Math.min(50 * 2 ** this.#failures, MAX_WAIT_MS);
  }
}
