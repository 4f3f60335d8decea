import type { ImportResult } from './use-import-domain.ts';

/** A domain added longer ago than this was tracked before (specification part 2, section 9). */
const ALREADY_TRACKED_AFTER_MS = 10_000;

export type ImportOutcome = {
  text: string;
  /** Sharing is the next step, and Import Preferences the place for it. */
  pointsToPreferences: boolean;
};

export function importOutcome(
  { domain, workspaceAccount }: ImportResult,
  now: Date,
): ImportOutcome {
  if (workspaceAccount) {
    return {
      text: `The workspace account ${workspaceAccount.name} was created for ${domain.domain}.`,
      pointsToPreferences: false,
    };
  }
  const age = now.getTime() - new Date(domain.addedAt).getTime();
  if (age > ALREADY_TRACKED_AFTER_MS) {
    return { text: `You're already tracking ${domain.domain}`, pointsToPreferences: true };
  }
  return { text: `Successfully tracking ${domain.domain}.`, pointsToPreferences: false };
}
