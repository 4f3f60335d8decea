import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { prefetchPageData } from './app/prefetch-page-data.ts';
import { Providers } from './app/providers.tsx';
import { routes } from './app/routes.tsx';

/**
 * The preloaded responses are mostly there by now, so that the first render is the page and
 * not its skeleton. Longer than reading a response takes, shorter than a user notices; milliseconds.
 */
const WAIT_FOR_RESPONSES_MS = 80;

await Promise.race([
  prefetchPageData(window.location),
  new Promise((resolve) => setTimeout(resolve, WAIT_FOR_RESPONSES_MS)),
]);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={createBrowserRouter(routes)} />
    </Providers>
  </StrictMode>,
);
