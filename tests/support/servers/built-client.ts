import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { FIRST_LOOKS_FILE, type FirstLook, NAME_MARK, NONCE_MARK } from '#shared/door/first-look.ts'
import { PAGE_MODULES_FILE, type PageModules } from '#shared/door/page-modules.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

export const SCRIPT = 'console.log("the portal")'

const FRAME = 'client/features/door/shell/app-frame.tsx'

const CHUNKS = {
  'index.html': { file: 'assets/app-1a2b3c.js', css: ['assets/app-4d5e6f.css'] },
  [FRAME]: {
    file: 'assets/frame-1.js',
    imports: ['index.html', '_portal.js'],
    css: ['assets/frame-1.css'],
  },
  '_portal.js': { file: 'assets/portal-1.js', imports: ['index.html'] },
  'client/features/work/tasks/tasks-page.tsx': { file: 'assets/tasks-1.js', imports: ['_portal.js'] },
  'client/features/door/landing/landing-page.tsx': { file: 'assets/landing-1.js', imports: ['index.html'] },
}

const TASKS = [FRAME, 'client/features/work/tasks/tasks-page.tsx']

const MODULES: PageModules = {
  '/': ['client/features/door/landing/landing-page.tsx'],
  '/tasks': TASKS,
  '/my-tasks': TASKS,
}

const LOOKS: FirstLook[] = [
  {
    page: '/auth',
    of: JSON.stringify([null, true, [], null]),
    html: `<style nonce="${NONCE_MARK}"></style><h1>Sign in to ${NAME_MARK}</h1>`,
  },
]

/**
 * A client like the build's output: a page with nonce placeholders, a hashed script with its brotli version,
 * chunks.
 */
export function builtClient(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(
    join(folder, 'index.html'),
    '<head><title>Built</title><meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style></head><body><div id="root"><!--first-look-->Loading...<!--/first-look--></div></body>',
  )
  writeFileSync(join(folder, FIRST_LOOKS_FILE), JSON.stringify(LOOKS))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(CHUNKS))
  writeFileSync(join(folder, PAGE_MODULES_FILE), JSON.stringify(MODULES))
  writeFileSync(join(folder, 'assets/app-1a2b3c.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/app-1a2b3c.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'manifest.webmanifest'), '{"name":"Built","display":"standalone"}')
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return folder
}
