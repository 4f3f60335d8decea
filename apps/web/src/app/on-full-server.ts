import type { ComponentType } from 'react';
import { isFullServer } from '#lib/server-level.ts';
import { lazyPage } from './lazy-page.tsx';

export const notFound = lazyPage(() => import('./routes/not-found.tsx'));

/** A page beyond the specification. */
export const onFullServer = (load: () => Promise<{ Component: ComponentType }>) => {
  const page = lazyPage(load);
  return () => (isFullServer() ? page() : notFound());
};
