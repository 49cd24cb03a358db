import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Browsers take a service worker for new when its bytes differ, so it carries a hash of what was built. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle(_options, bundle) {
    const build = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 16)
    const source = readFileSync('client/service-worker.js', 'utf8').replace('__BUILD__', build)
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
}

const SHARED = join(import.meta.dirname, 'shared')
const KEPT = join(import.meta.dirname, 'client/lib/kept.ts')
/** What other modules call as they are loaded. */
const calledEarly = (id: string): boolean => id.startsWith(SHARED) || id === KEPT

export default defineConfig({
  publicDir: 'client/public',
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'client/routes',
      generatedRouteTree: 'client/route-tree.gen.ts',
      addExtensions: true,
      autoCodeSplitting: false,
      quoteStyle: 'single',
      disableLogging: true,
    }),
    react(),
    serviceWorker,
  ],
  // The server replaces this mark with a fresh nonce on every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Every browser of that target knows it.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The first screen in one chunk, what most screens need in a second, and chunks shared by the same
    // screens not smaller than a request is worth.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first-screen', tags: ['$initial'], priority: 2 },
            // Rules run as they are loaded: with what they need in one chunk, no circle of chunks stops them.
            { name: 'rules', test: calledEarly, minShareCount: 2, priority: 1.5 },
            { name: 'portal', minShareCount: 12, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_500 },
          ],
        },
      },
    },
  },
})
