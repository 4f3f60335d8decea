import { bubbleIntensities, type Intensity } from '@repo/domain/activities/intensity';

/** Pixels; 21 days of this make the 420 of the specification's timeline column. */
export const DAY_WIDTH = 20;
/** A row without its hairline. */
export const TIMELINE_HEIGHT = 35;

/** The vertical centre of a side's bubbles: external above the centre line, internal below. */
const ROW_OF_SIDE = { external: 9.5, internal: 25.5 } as const;

export type BubbleSide = keyof typeof ROW_OF_SIDE;
export type BubblePath = { side: BubbleSide; level: Exclude<Intensity, 0>; d: string };

const LEVELS = [1, 2, 3] as const;

/**
 * One path for each side and level that occurs. A bubble is a line without length, which round
 * line caps draw as a dot: few characters, and a single shape however many days there are.
 */
export function bubblePaths(
  external: readonly number[],
  internal: readonly number[],
): BubblePath[] {
  const intensities = bubbleIntensities(internal, external);
  return (['external', 'internal'] as const).flatMap((side) =>
    LEVELS.flatMap((level) => {
      const d = intensities[side]
        .map((intensity, day) =>
          intensity === level ? `M${(day + 0.5) * DAY_WIDTH} ${ROW_OF_SIDE[side]}h0` : '',
        )
        .join('');
      return d === '' ? [] : [{ side, level, d }];
    }),
  );
}
