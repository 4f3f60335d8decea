import type { KillKind } from './kill-kinds.ts';

export const TAKEN_UP_WITHIN_MS = 60_000;
/** Kills that came too late, one after the other, before a kind of work counts as too short to be killed in. */
const MAX_LATE = 12;

/** What came of one kill. */
export interface Round {
  /** After the kill, until both processes had started again; on a busy machine most of the time. */
  startedMs: number;
  /** After the kill. */
  takenUpMs: number;
  finishedMs: number;
  different: number;
  /** Whether the job ran that continues the work. */
  isInJob: boolean;
}

/** What a round does. */
export interface Kill {
  kind: KillKind;
  withPostgres: boolean;
  /** Waits for the job that continues the work. */
  inJob: boolean;
  /** Until the kill, at most; milliseconds. */
  within: number;
}

/** How long a started process left it, which is nothing if the first of the two took it up before. */
const afterStart = ({ takenUpMs, startedMs }: Round): number => Math.max(0, takenUpMs - startedMs);

/** A kind of work, how it is killed, and what came of it. */
export class Killed {
  readonly kind: KillKind;
  readonly withPostgres: boolean;
  readonly rounds: Round[] = [];
  #within = 1_500;
  #late = 0;

  constructor(kind: KillKind, withPostgres: boolean) {
    this.kind = kind;
    this.withPostgres = withPostgres;
  }

  get name(): string {
    return `${this.kind.name}${this.withPostgres ? ', with PostgreSQL' : ''}`;
  }

  /** Kills once inside the work, after as many attempts as that takes. */
  async killIn(killOnce: (kill: Kill) => Promise<Round | undefined>): Promise<void> {
    for (;;) {
      // Where the request does all of it, no job continues it, and the next attempt is at any moment.
      const inJob = this.rounds.length % 2 === 1 && this.#late === 0;
      const { kind, withPostgres } = this;
      const round = await killOnce({ kind, withPostgres, inJob, within: this.#within });
      process.stderr.write(`${this.name}: ${JSON.stringify(round ?? 'nothing was left')}\n`);
      if (round !== undefined) {
        this.#late = 0;
        return void this.rounds.push(round);
      }
      if (!inJob) this.#within *= 0.7;
      this.#late += 1;
      if (this.#late === MAX_LATE) throw new Error(`${this.name} is over before it can be killed.`);
    }
  }

  /** Whether all of it was taken up in time, and nothing is lost or half done. */
  get isRight(): boolean {
    return (
      this.rounds.length > 0 &&
      this.rounds.every((one) => one.different === 0 && afterStart(one) <= TAKEN_UP_WITHIN_MS)
    );
  }

  describe(): string {
    const { rounds } = this;
    const peakOf = (of: (round: Round) => number) => Math.max(...rounds.map(of));
    const [takenUp, finished] = [peakOf((one) => one.takenUpMs), peakOf((one) => one.finishedMs)];
    const different = rounds.reduce((sum, one) => sum + one.different, 0);
    const inJob = rounds.filter(({ isInJob }) => isInJob).length;
    const where = this.kind.job === undefined ? '' : ` (${inJob} while its job ran)`;
    const seconds = (ms: number) => (ms / 1_000).toFixed(1);
    return (
      `  ${this.name}: ${rounds.length} kills${where}, taken up after ${seconds(takenUp)} s at most ` +
      `(${seconds(peakOf(afterStart))} s after the processes had started again), ` +
      `finished after ${seconds(finished)} s at most, ${different} accounts or emails other than they should be`
    );
  }
}
