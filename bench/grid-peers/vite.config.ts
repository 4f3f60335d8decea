import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root,
  logLevel: 'error',
  build: { rolldownOptions: { input: ['ag-grid.html', 'glide.html'] } },
});
