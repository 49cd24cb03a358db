import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { screenChunks } from './scripts/build/chunks.ts'
import { plainRules } from './scripts/build/plain-rules.ts'
import { NONCE_MARK } from './shared/first-look.ts'

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

const chunks = screenChunks()

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
    plainRules(),
    chunks.plugin,
    serviceWorker,
  ],
  // The server replaces this mark with a fresh nonce on every response.
  html: { cspNonce: NONCE_MARK },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Every browser of that target knows it.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks.groups },
        // A chunk of several layers is called after all of them, and the first screen names every chunk.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
})
