import type { ComponentType } from 'react';
import { CodeLoader, useCode } from '#lib/code/code-loader.ts';
import { PageNotLoaded } from './page-not-loaded.tsx';

type PageModule = { Component: ComponentType };

/** The `lazy` of a route. While the code of a page cannot be loaded, the shell says so in its place. */
export function lazyPage(load: () => Promise<PageModule>): () => Promise<PageModule> {
  const loader = new CodeLoader(async () => (await load()).Component);
  function Page() {
    const { code: Loaded, status } = useCode(loader);
    return Loaded === undefined ? (
      <PageNotLoaded status={status} onRetry={() => void loader.request()} />
    ) : (
      <Loaded />
    );
  }
  return async () => {
    await loader.request();
    return { Component: loader.read() ?? Page };
  };
}
