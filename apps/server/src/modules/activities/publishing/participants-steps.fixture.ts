import * as fc from 'fast-check';
import type { Database } from '#platform/database/create-database.ts';
import { leaveTexts } from '../leave-texts.ts';
import { takeLevelSteps } from '../level-steps.ts';
import { lockProtections } from '../protect-for-workspace.ts';

/** A workspace's choice to leave texts to those who took part: to the end, or as of a process that is killed. */
export const participantsStep = fc.record({
  do: fc.constantFrom('leave texts', 'begin to leave texts', 'show texts', 'begin to show texts'),
  person: fc.constant(0),
  workspace: fc.nat(1),
});

export function participantsSteps(
  db: Database,
  workspaceId: string,
): Record<string, () => Promise<unknown>> {
  const store = (participantsOnly: boolean) =>
    db.transaction().execute(async (tx) => {
      await lockProtections(tx, workspaceId);
      await leaveTexts(tx, workspaceId, participantsOnly);
    });
  const finish = () => takeLevelSteps(db, () => false, 2);
  return {
    'leave texts': () => store(true).then(finish),
    'begin to leave texts': () => store(true),
    'show texts': () => store(false).then(finish),
    'begin to show texts': () => store(false),
  };
}
