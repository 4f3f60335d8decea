import type { ComponentType, ReactNode } from 'react';
import { CodeLoader, useCode } from '#lib/code/code-loader.ts';
import { PartNotLoaded } from './part-not-loaded.tsx';

/**
 * A part of a page that loads its code when it is first shown; `pending` is shown until then. If that fails,
 * the rest of the page stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  pending: (props: Props) => ReactNode = () => null,
) {
  const loader = new CodeLoader(load);
  return function LazyPart(props: Props) {
    const { code: Part, status } = useCode(loader);
    if (Part !== undefined) return <Part {...props} />;
    return status === 'failed' || status === 'replaced' ? (
      <PartNotLoaded status={status} onRetry={() => void loader.request()} />
    ) : (
      pending(props)
    );
  };
}
