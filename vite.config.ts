import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
  ],
  // The server replaces this mark with a fresh nonce on every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: { outDir: 'dist/client', emptyOutDir: true, manifest: true, target: 'es2022', assetsInlineLimit: 0 },
})
