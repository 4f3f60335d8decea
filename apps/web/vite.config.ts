import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';

/**
 * Newer than Vite's default: the tokens use `light-dark()`, which older browsers lack and which the
 * minifier would otherwise rewrite into something that no longer follows a nested `color-scheme`.
 */
const BROWSERS = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

/**
 * Few chunks instead of dozens of small ones, so that a page takes few requests, and in such parts
 * that a release leaves what it did not touch in people's caches.
 */
const CHUNKS = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\//,
    priority: 4,
  },
  {
    // The modules that the entry imports itself: the shell, and the accounts grid as the page of
    // every day.
    name: 'application',
    tags: ['$initial' as const],
    test: /node_modules\/|\/src\/(?!main\.tsx)|\/packages\//,
    priority: 3,
  },
  {
    // Modules that are shared only by pages that few users open.
    name: 'administration',
    test: /\/src\/(ui\/paged-table|lib\/paged-list|features\/(admin|members))\//,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'pages',
    test: /node_modules\/|\/src\/|\/packages\//,
    minShareCount: 2,
    priority: 1,
  },
];

/** Fills in the level as the server does when it serves the page: that of `npm run dev` is full. */
function developmentLevel(): Plugin {
  return {
    name: 'development-level',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace('name="server-level" content=""', 'name="server-level" content="full"'),
  };
}

/** The tab's icon within the page, and the fetch of the text face beside the style sheet. */
function spareRequests(): Plugin {
  return {
    name: 'spare-requests',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const face = Object.keys(bundle ?? {}).find((name) =>
          /inter-latin-wght-normal.*\.woff2$/.test(name),
        );
        if (face === undefined) throw new Error('The build holds no Inter latin face to preload.');
        const attrs = {
          rel: 'preload',
          href: `/${face}`,
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
        };
        const icon = readFileSync(path.join(root, 'public/favicon.svg'), 'utf8');
        return {
          html: html.replace('"/favicon.svg"', `"data:image/svg+xml,${encodeURIComponent(icon)}"`),
          tags: [{ tag: 'link', injectTo: 'head', attrs }],
        };
      },
    },
  };
}

/**
 * The script that runs before anything else: one plain file, which waits for no module and is built
 * apart, since those wait for each other. A file because the content security policy forbids inline
 * scripts.
 */
function firstScript(): Plugin {
  const address = '/first.js';
  let isBuild = false;
  return {
    name: 'first-script',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    async buildStart() {
      if (!isBuild) return;
      this.emitFile({ type: 'asset', name: 'first.js', source: await buildFirstScript() });
    },
    configureServer(server) {
      server.middlewares.use(address, (_request, response, next) => {
        const send = (code: string) =>
          response.setHeader('content-type', 'text/javascript').end(code);
        buildFirstScript().then(send, next);
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const name = Object.keys(bundle).find((each) => /first-[^/]*\.js$/.test(each));
        if (name === undefined) throw new Error('The build holds no first script.');
        return html.replace(`"${address}"`, `"/${name}"`);
      },
    },
  };
}

/**
 * Takes our own function in the place of the one with which Vite loads the files of a dynamic import
 * ahead. Vite's links make the browser remember a failure, so that the import fails until a reload.
 */
function retryableImports(): Plugin {
  return {
    name: 'retryable-imports',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return;
      const file = path.join(root, 'src/lib/code/preload-code.ts');
      return `export { preloadCode as __vitePreload } from ${JSON.stringify(file)};`;
    },
    generateBundle(_options, bundle) {
      const sheets = Object.keys(bundle).filter((name) => name.endsWith('.css'));
      if (sheets.length > 1) throw new Error('Dynamic imports load no style sheets: use one.');
    },
  };
}

/** Fails the build when a script contains zod (docs/decisions/contract-by-types.md). */
function noSchemas(): Plugin {
  return {
    name: 'no-schemas',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.moduleIds.some((id) => id.includes('/zod/'))) continue;
        throw new Error(`${chunk.fileName} contains zod. Import only types from the contract.`);
      }
    },
  };
}

async function buildFirstScript(): Promise<string> {
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      target: BROWSERS,
      write: false,
      copyPublicDir: false,
      lib: { entry: path.join(root, 'src/head-script.ts'), formats: ['iife'], name: 'first' },
    },
  })) as Rolldown.RolldownOutput[];
  const [script] = built.flatMap(({ output }) => output);
  if (script?.type !== 'chunk') throw new Error('src/head-script.ts was not built into a script.');
  const library = script.moduleIds.find((id) => id.includes('/node_modules/'));
  if (library !== undefined) {
    throw new Error(`The head script must load no library, but imports ${library}.`);
  }
  return script.code;
}

const root = fileURLToPath(new URL('.', import.meta.url));
const apiPort = process.env['API_PORT'] ?? '3000';

export default defineConfig({
  root,
  plugins: [
    react(),
    tailwindcss(),
    firstScript(),
    developmentLevel(),
    spareRequests(),
    retryableImports(),
    noSchemas(),
  ],
  build: {
    target: BROWSERS,
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Every browser of the list knows it.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: `http://127.0.0.1:${apiPort}` } },
  },
});
