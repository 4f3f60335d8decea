import type { ComponentType, ReactNode } from 'react';
import { CodeLoader, useCode } from '../lib/code/code-loader.ts';
import { PartNotLoaded } from './part-not-loaded.tsx';

/**
 * A part of a page whose code is loaded when it is first shown, with `pending` in its place until
 * then. The rest of the page stays if that fails.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  pending: () => ReactNode = () => null,
) {
  const loader = new CodeLoader(load);
  return function LazyPart(props: Props) {
    const { code: Part, status } = useCode(loader);
    if (Part !== undefined) return <Part {...props} />;
    return status === 'failed' || status === 'replaced' ? (
      <PartNotLoaded status={status} onRetry={() => void loader.request()} />
    ) : (
      pending()
    );
  };
}
