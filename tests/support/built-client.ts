import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { FIRST_LOOKS_FILE, type FirstLook, NAME_MARK, NONCE_MARK } from '#shared/first-look.ts'

export const SCRIPT = 'console.log("the portal")'

const CHUNKS = {
  'index.html': { file: 'assets/app-1a2b3c.js', css: ['assets/app-4d5e6f.css'] },
  'client/features/shell/app-frame.tsx': {
    file: 'assets/frame-1.js',
    imports: ['index.html', '_portal.js'],
    css: ['assets/frame-1.css'],
  },
  '_portal.js': { file: 'assets/portal-1.js', imports: ['index.html'] },
  'client/features/tasks/tasks-page.tsx': { file: 'assets/tasks-1.js', imports: ['_portal.js'] },
  'client/features/landing/landing-page.tsx': { file: 'assets/landing-1.js', imports: ['index.html'] },
}

const LOOKS: FirstLook[] = [
  {
    page: '/auth',
    of: JSON.stringify([null, true, [], null]),
    html: `<style nonce="${NONCE_MARK}"></style><h1>Sign in to ${NAME_MARK}</h1>`,
  },
]

/** A client as the build leaves it: a page with nonce marks, one hashed script with its brotli twin, chunks. */
export function builtClient(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(
    join(folder, 'index.html'),
    '<head><title>Built</title><meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style></head><body><div id="root"><!--first-look-->Loading...<!--/first-look--></div></body>',
  )
  writeFileSync(join(folder, FIRST_LOOKS_FILE), JSON.stringify(LOOKS))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(CHUNKS))
  writeFileSync(join(folder, 'assets/app-1a2b3c.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/app-1a2b3c.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'manifest.webmanifest'), '{"name":"Built","display":"standalone"}')
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return folder
}
