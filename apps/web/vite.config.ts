import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Newer than Vite's default: the tokens use `light-dark()`, which older browsers lack and which the
 * minifier would otherwise rewrite into something that no longer follows a nested `color-scheme`.
 */
const BROWSERS = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

/**
 * What several routes share goes into few chunks instead of dozens of small ones, so that a page
 * takes few requests and a release leaves what it did not touch in people's caches.
 */
const SHARED_CHUNKS = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\//,
    priority: 4,
  },
  { name: 'interface', test: /node_modules\/|\/src\/ui\/[^/]+$/, minShareCount: 2, priority: 3 },
  {
    name: 'application',
    test: /\/src\/(?!ui\/paged-table\/|lib\/paged-list\/|features\/(admin|members)\/)|\/packages\//,
    minShareCount: 2,
    priority: 2,
  },
  {
    // What only pages share that few people open, which everybody's first page need not carry.
    name: 'administration',
    test: /\/src\/(ui\/paged-table|lib\/paged-list|features\/(admin|members))\//,
    minShareCount: 2,
    priority: 1,
  },
  {
    // What every page of the signed-in needs, although the routes load it piece by piece.
    name: 'shell',
    test: /\/src\/(app\/(require-session|shell\/|routes\/(home|workspace)\.)|features\/workspaces\/)/,
    priority: 1,
  },
];

/** Starts the fetch of the text face beside the style sheet instead of after it. */
function preloadTextFace(): Plugin {
  return {
    name: 'preload-text-face',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const face = Object.keys(bundle ?? {}).find((name) =>
          /inter-latin-wght-normal.*\.woff2$/.test(name),
        );
        if (face === undefined) throw new Error('The build holds no Inter latin face to preload.');
        return [
          {
            tag: 'link',
            injectTo: 'head',
            attrs: {
              rel: 'preload',
              href: `/${face}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
            },
          },
        ];
      },
    },
  };
}

const root = fileURLToPath(new URL('.', import.meta.url));
const apiPort = process.env['API_PORT'] ?? '3000';

export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), preloadTextFace()],
  build: {
    target: BROWSERS,
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: SHARED_CHUNKS } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: `http://127.0.0.1:${apiPort}` } },
  },
});
