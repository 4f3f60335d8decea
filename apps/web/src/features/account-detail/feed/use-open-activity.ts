import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

const ACTIVITY = 'activity';

export type OpenActivity = {
  /** The id in the address; undefined when none is open. */
  activityId: string | undefined;
  open: (activityId: string) => void;
  close: () => void;
};

/**
 * The activity that the address names. Opening one is a step for the browser's back button, going
 * on to another is not, so that back always leads out of the panel.
 */
export function useOpenActivity(): OpenActivity {
  const [params, setParams] = useSearchParams();
  const activityId = activityIn(params);
  return useMemo(() => {
    const change = (id: string | undefined, replace: boolean) =>
      setParams((was) => withActivity(was, id), { replace, preventScrollReset: true });
    return {
      activityId,
      open: (id) => {
        if (id !== activityId) change(id, activityId !== undefined);
      },
      close: () => {
        if (activityId !== undefined) change(undefined, false);
      },
    };
  }, [activityId, setParams]);
}

/** The activity that an address names. */
export const activityIn = (params: URLSearchParams): string | undefined =>
  params.get(ACTIVITY) || undefined;

/** The address with another open activity. */
export function withActivity(params: URLSearchParams, id: string | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === undefined) next.delete(ACTIVITY);
  else next.set(ACTIVITY, id);
  return next;
}
