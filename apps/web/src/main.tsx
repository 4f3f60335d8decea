import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { prefetchPageData } from './app/prefetch-page-data.ts';
import { Providers } from './app/providers.tsx';
import { routes } from './app/routes.tsx';

/**
 * What was asked for early is mostly there by now, and then the first that is drawn is the page and
 * not its outline. More than an answer takes to be read, less than a person notices; milliseconds.
 */
const WAIT_FOR_ANSWERS_MS = 80;

await Promise.race([
  prefetchPageData(window.location),
  new Promise((resolve) => setTimeout(resolve, WAIT_FOR_ANSWERS_MS)),
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
