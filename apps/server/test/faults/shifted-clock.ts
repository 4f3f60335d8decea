/*
 * Loaded before a worker to set its clock wrong: CLOCK_OFFSET_MS ahead of the machine's, or behind
 * it. The clocks of the database and of the other processes are not affected.
 */
const offset = Number(process.env['CLOCK_OFFSET_MS'] ?? 0);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    super(...((given.length === 0 ? [RealDate.now() + offset] : given) as [number]));
  }

  static override now(): number {
    return RealDate.now() + offset;
  }
} as DateConstructor;
