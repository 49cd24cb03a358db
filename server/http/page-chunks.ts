import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPEN_PAGES, PAGES } from '#shared/pages.ts'

interface ManifestChunk {
  file: string
  imports?: string[]
  css?: string[]
}

export type Manifest = Record<string, ManifestChunk>

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))

/** The files that chunks consist of with all they import. */
export function filesOf(manifest: Manifest, chunks: readonly string[]): Set<string> {
  const files = new Set<string>()
  const add = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const sheet of chunk.css ?? []) files.add(sheet)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const name of chunks) add(name)
  return files
}

const FRAME = 'client/features/shell/app-frame.tsx'

/** What a page shows first, beyond the chunk of the first screen: behind the sign-in, with the frame. */
export const chunksOf = (page: string): string[] => [
  ...(OPEN_PAGES.includes(page) ? [] : [FRAME]),
  ...(PAGES[page] ?? []).map((module) => `client/features/${module}`),
]

/** Lets the browser fetch a page's chunks along with the first, not one after the other. */
export function preloadTags(manifest: Manifest, page: string): string {
  const known = filesOf(manifest, ['index.html'])
  return [...filesOf(manifest, chunksOf(page))]
    .filter((file) => !known.has(file))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    )
    .join('')
}
