import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { BUILD_TARGETS } from './scripts/build/browsers.ts'
import { screenChunks } from './scripts/build/chunks.ts'
import { firstChunk } from './scripts/build/first-chunk.ts'
import { NONCE_MARK } from './shared/door/first-look.ts'

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

/** The schedule asks for a default export of rrule, and takes the named one where there is none. */
const isProbeForDefault = ({ code, message }: { code?: string; message: string }): boolean =>
  code === 'IMPORT_IS_UNDEFINED' && message.includes('@mantine/schedule')

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
    firstChunk,
    chunks.plugin,
    serviceWorker,
  ],
  // The server replaces this mark with a fresh nonce on every response.
  html: { cspNonce: NONCE_MARK },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: BUILD_TARGETS,
    // Each of them knows it.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Of 6,000 icons, only the hundred in use are read.
      experimental: { lazyBarrel: true },
      // On a busy machine the build would print which plugins took long.
      checks: { bundlerTimings: false },
      onLog: (level, log, handle) => {
        if (!isProbeForDefault(log)) handle(level, log)
      },
      output: {
        codeSplitting: { groups: chunks.groups },
        // A chunk of several layers is called after all of them, and the first screen names every chunk.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
        assetFileNames: ({ names }) => {
          const [, name = 'asset', ending = ''] = /^([^~]*).*(\.[^.]+)$/.exec(names[0] ?? '') ?? []
          return `assets/${name}-[hash:7]${ending}`
        },
      },
    },
  },
})
