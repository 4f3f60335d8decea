import type { BusinessDay } from '@repo/domain/time/business-day';
import type { WindowSize } from '@repo/domain/time/timeline-window';
import { isFullServer } from '#lib/server-level.ts';
import type { PartRequest } from './timeline-parts.ts';

/** Entries in one part; a screen shows a tenth of it. */
const PART_SIZE = 150;

export type Window = { size: WindowSize; end: BusinessDay };

/** The parameters for a part of an account's timeline; without a part, for the whole window. */
export function timelineInput(
  accountId: string,
  size: WindowSize,
  { end, before, after }: PartRequest,
) {
  return {
    params: { accountId },
    query: {
      range: size,
      end_date: end,
      ...(isFullServer() && {
        limit: PART_SIZE,
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      }),
    },
  };
}
