import { useCallback, useEffect, useRef, useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import {
  checkedRow,
  countOutcomes,
  type CheckedRow,
  type Counts,
  type FileRow,
} from './import-row.ts';
import {
  type ImportOwner,
  type ImportProgress,
  readImport,
  removeImport,
  writeImport,
  writeProgress,
} from './import-storage.ts';
import { inOneTab, RunsElsewhere } from './in-one-tab.ts';
import { createPart, nextPart, previewPart } from './send-rows.ts';

/** The accounts to create, and how far that has come. */
type Plan = { fileName: string; rows: FileRow[]; counts: Counts } & ImportProgress;

export type ImportState =
  | { phase: 'loading' }
  | { phase: 'choosing' }
  | { phase: 'checking'; fileName: string; total: number; done: number }
  | { phase: 'checked'; fileName: string; rows: FileRow[]; checked: CheckedRow[]; capacity: number }
  | ({ phase: 'creating' | 'done' } & Plan);

/**
 * One import of a user into a workspace. The server first checks a file's rows part by part; after the user
 * has confirmed, it creates their accounts part by part. An import goes on after the page was left or
 * reloaded.
 */
export function useAccountImport({ userId, workspaceId }: ImportOwner, onCreated: () => void) {
  const [state, setState] = useState<ImportState>({ phase: 'loading' });
  const [failure, setFailure] = useState<{ message: string; retry: () => void }>();
  const running = useRef<AbortController>(undefined);
  const afterCreation = useRef(onCreated);
  useEffect(() => {
    afterCreation.current = onCreated;
  });

  /** Runs one thing at a time, until it ends, fails or is replaced. */
  const start = useCallback(
    (work: (signal: AbortSignal) => Promise<void>): void => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const attempt = () => {
        setFailure(undefined);
        inOneTab(`account-import:${userId}:${workspaceId}`, () => work(signal)).catch(
          (error: unknown) => {
            if (signal.aborted) return;
            const message =
              error instanceof RunsElsewhere
                ? error.message
                : failureMessage(error, 'The import was interrupted.');
            setFailure({ message, retry: attempt });
          },
        );
      };
      attempt();
    },
    [userId, workspaceId],
  );

  const checker = useCallback(
    (fileName: string, rows: FileRow[]) => {
      const checked: CheckedRow[] = [];
      const firstLines = new Map<string, number>();
      let capacity = 0;
      return async (signal: AbortSignal): Promise<void> => {
        while (checked.length < rows.length) {
          signal.throwIfAborted();
          setState({ phase: 'checking', fileName, total: rows.length, done: checked.length });
          const part = nextPart(rows, checked.length);
          const result = await previewPart({ workspaceId, part, signal });
          capacity = result.capacity;
          checked.push(...part.map((row, at) => checkedRow(row, result.rows[at], firstLines)));
        }
        signal.throwIfAborted();
        setState({ phase: 'checked', fileName, rows, checked, capacity });
      };
    },
    [workspaceId],
  );

  const creator = useCallback(
    (given: Plan) => {
      let plan = given;
      return async (signal: AbortSignal): Promise<void> => {
        while (plan.position < plan.rows.length) {
          signal.throwIfAborted();
          setState({ ...plan, phase: 'creating' });
          const part = nextPart(plan.rows, plan.position);
          const wasSent = plan.sent > plan.position;
          const store = (progress: ImportProgress) => {
            plan = { ...plan, ...progress };
            const { position, sent, created, problems } = plan;
            return writeProgress({ userId, workspaceId }, { position, sent, created, problems });
          };
          await store({ ...plan, sent: plan.position + part.length });
          const results = await createPart({ workspaceId, part });
          await store(afterPart(plan, { part, results, wasSent }));
        }
        await removeImport({ userId, workspaceId });
        afterCreation.current();
        if (!signal.aborted) setState({ ...plan, phase: 'done' });
      };
    },
    [userId, workspaceId],
  );

  useEffect(() => {
    start(async (signal) => {
      const stored = await readImport({ userId, workspaceId });
      signal.throwIfAborted();
      if (stored === undefined) setState({ phase: 'choosing' });
      else if (stored.phase === 'creating') await creator(stored)(signal);
      else await checker(stored.fileName, stored.rows)(signal);
    });
    return () => running.current?.abort();
  }, [start, checker, creator, userId, workspaceId]);

  return {
    state,
    failure,
    check: (fileName: string, rows: FileRow[]) => {
      const stored = writeImport({ userId, workspaceId }, { phase: 'checking', fileName, rows });
      const work = checker(fileName, rows);
      start((signal) => stored.then(() => work(signal)));
    },
    confirm: () => {
      if (state.phase !== 'checked') return;
      const { fileName, rows, checked } = state;
      const plan: Plan = {
        fileName,
        rows: rows.filter((_, index) => checked[index]?.outcome === 'new'),
        counts: countOutcomes(checked),
        position: 0,
        sent: 0,
        created: 0,
        problems: checked.filter(({ problem }) => problem !== undefined),
      };
      // Once, not again with each retry, which goes on where it was interrupted.
      const stored = writeImport({ userId, workspaceId }, { ...plan, phase: 'creating' });
      const work = creator(plan);
      start((signal) => stored.then(() => work(signal)));
    },
    /** Forgets the file. Accounts that were created stay. */
    discard: () => {
      running.current?.abort();
      void removeImport({ userId, workspaceId });
      if (state.phase === 'creating') afterCreation.current();
      setFailure(undefined);
      setState({ phase: 'choosing' });
    },
  };
}

type Part = {
  part: readonly FileRow[];
  results: Awaited<ReturnType<typeof createPart>>;
  /** Whether the part was sent before, and its result did not arrive. */
  wasSent: boolean;
};

/** Domains that others added and owners who left since the check are reported as problems. */
function afterPart(progress: ImportProgress, { part, results, wasSent }: Part): ImportProgress {
  const { position, created, problems } = progress;
  const known = new Set(problems.map(({ line }) => line));
  const rows = part.map((row, at) => checkedRow(row, results[at], new Map()));
  // An account that exists after the part was sent before was created by it.
  const isCreated = ({ outcome }: CheckedRow) =>
    outcome === 'new' || (wasSent && outcome === 'existing');
  return {
    position: position + part.length,
    sent: position + part.length,
    created: created + rows.filter(isCreated).length,
    problems: [
      ...problems,
      ...rows
        .filter((row) => !known.has(row.line) && (row.problem !== undefined || !isCreated(row)))
        .map((row) => ({
          ...row,
          problem: row.problem ?? 'A colleague has added it in the meantime.',
        })),
    ],
  };
}
