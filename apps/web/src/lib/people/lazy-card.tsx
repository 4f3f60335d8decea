import type { ComponentType } from 'react';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { CodeLoader, useCode } from '../code/code-loader.ts';

/** A card that loads its code when it is first shown. If that fails, the card stays empty. */
export function lazyCard<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loader = new CodeLoader(load);
  return function LazyCard(props: Props) {
    const { code: Card, status } = useCode(loader);
    if (Card !== undefined) return <Card {...props} />;
    return status === 'failed' ? 'Failed to load' : <Spinner />;
  };
}
