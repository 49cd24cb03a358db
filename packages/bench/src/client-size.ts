import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { CLIENT_FOLDER } from '../../../server/door/http/pages/client-build.ts'
import { filesOf, readManifest } from '../../../server/door/http/pages/page-chunks.ts'

/** The first screen's limits, as counted by `ClientSize`. */
export const FIRST_SCREEN_LIMITS = { javascript: 130_000, css: 10_000 }

export interface ClientSize {
  /** Gzipped bytes the browser needs before the first screen shows. */
  javascript: number
  css: number
}

/** Adds up what index.html loads: the entry and its static imports; null if nothing is built. */
export function measureFirstScreen(): ClientSize | null {
  if (!existsSync(join(CLIENT_FOLDER, '.vite/manifest.json'))) return null
  const files = filesOf(readManifest(CLIENT_FOLDER), ['index.html'])
  const html = readFileSync(join(CLIENT_FOLDER, 'index.html'), 'utf8')
  for (const [, file] of html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)) files.add(file ?? '')
  const size = (ending: string) =>
    [...files]
      .filter((file) => file.endsWith(ending))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(CLIENT_FOLDER, file))).length, 0)
  return { javascript: size('.js'), css: size('.css') }
}
