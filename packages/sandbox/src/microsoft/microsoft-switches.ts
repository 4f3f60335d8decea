/**
 * What Microsoft does that a client has to live with. Each can be switched on by itself. Where a number is expected,
 * every so many requests are affected; 0 is none.
 */
export interface MicrosoftSwitches {
  /** Users cannot consent to mail by themselves until their administrator has approved the application. */
  needsApproval: boolean;
  /** The consent page grants less than was requested. */
  grantsLess: boolean;
  /** The account has no mailbox: no licence, or it is on a server of the company. */
  noMailbox: boolean;
  /** Links of delta queries that are answered with 410. */
  deadLinks: number;
  /** Requests that are answered with 503 and an empty body. */
  emptyErrors: number;
  /** Requests that are answered with 502 and a page of HTML. */
  htmlErrors: number;
  /** Each page of a delta query comes after two empty ones. */
  emptyPages: boolean;
  /** Pages of a delta query repeat their first item, and the last one of the page before. */
  repeatedItems: boolean;
  /** Some messages have no `from` and no `isRead`. */
  nullFields: boolean;
  /** Addresses of the mailbox's own domain are names of Exchange's directory. */
  exchangeAddresses: boolean;
  /** A message that left a folder and came back between two rounds is reported as removed. */
  lostRoundTrips: boolean;
  /** Messages are reported as removed a round before they are reported in their new folder. */
  lateAdditions: boolean;
  /** Removals of items that never were in the folder. */
  foreignRemovals: boolean;
  /** Every third request of a batch is answered with 429, every other of these with `Retry-After`. */
  throttledBatches: boolean;
  /** At most four requests at once for a mailbox. */
  limitedConcurrency: boolean;
  /** The names of the folders are German. */
  localisedFolders: boolean;
  searchFolder: boolean;
  /** Ids change whenever a message moves, whatever the client prefers. */
  mutableIds: boolean;
  /** Lists of occurrences have no attendees. */
  sparseOccurrences: boolean;
  /** A deleted occurrence is not reported, only that its series changed. */
  silentGaps: boolean;
  /** With a preferred size of pages, the changes of a calendar with a series never end. */
  endlessPages: boolean;
}

export const switchesOff: Readonly<MicrosoftSwitches> = {
  needsApproval: false,
  grantsLess: false,
  noMailbox: false,
  deadLinks: 0,
  emptyErrors: 0,
  htmlErrors: 0,
  emptyPages: false,
  repeatedItems: false,
  nullFields: false,
  exchangeAddresses: false,
  lostRoundTrips: false,
  lateAdditions: false,
  foreignRemovals: false,
  throttledBatches: false,
  limitedConcurrency: false,
  localisedFolders: false,
  searchFolder: false,
  mutableIds: false,
  sparseOccurrences: false,
  silentGaps: false,
  endlessPages: false,
};

/** @throws Error for an unknown name, or a value of another type. */
export function readSwitches(given: Record<string, unknown>): Partial<MicrosoftSwitches> {
  for (const [name, value] of Object.entries(given)) {
    const known: unknown = Object.hasOwn(switchesOff, name)
      ? switchesOff[name as keyof MicrosoftSwitches]
      : undefined;
    if (known === undefined) throw new Error(`There is no switch "${name}".`);
    if (typeof value !== typeof known) throw new Error(`"${name}" must be a ${typeof known}.`);
  }
  return given as Partial<MicrosoftSwitches>;
}

/** Counts uses, and says which of them a switch affects. */
export class Every {
  readonly #counts = new Map<string, number>();

  isNext(name: string, nth: number): boolean {
    if (nth <= 0) return false;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count % nth === 0;
  }
}
