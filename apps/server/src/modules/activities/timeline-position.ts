/** A position in a timeline: between activities, or at one of several at the same instant. */
export interface TimelinePosition {
  instant: Date;
  /** Undefined for the position just before everything at that instant. */
  id: string | undefined;
}

/** The text of the contract's `timelinePosition` for an activity. */
export function formatPosition({ occurredAt, id }: { occurredAt: Date; id: string }): string {
  return `${occurredAt.toISOString()}_${id}`;
}

/** @param text a `timelinePosition` of the contract. */
export function parsePosition(text: string): TimelinePosition {
  const [instant = '', id] = text.split('_');
  return { instant: new Date(instant), id };
}
