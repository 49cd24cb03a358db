import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_MODULES_FILE, type PageModules } from '#shared/door/page-modules.ts'

interface ManifestChunk {
  file: string
  imports?: string[]
  css?: string[]
}

export type Manifest = Record<string, ManifestChunk>

export const readManifest = (folder: string): Manifest => readJson(folder, '.vite/manifest.json')

const readJson = <Content>(folder: string, file: string): Content =>
  JSON.parse(readFileSync(join(folder, file), 'utf8'))

/** The files of chunks and everything they import. */
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

/** Tags that preload the chunks of the page at an address in parallel instead of one after the other. */
export function pagePreloads(folder: string): (address: string) => string {
  const manifest = readManifest(folder)
  const modules: PageModules = readJson(folder, PAGE_MODULES_FILE)
  const entryFiles = filesOf(manifest, ['index.html'])
  return (address) =>
    [...filesOf(manifest, modules[address] ?? [])]
      .filter((file) => !entryFiles.has(file))
      .map((file) =>
        file.endsWith('.css')
          ? `<link rel="stylesheet" crossorigin href="/${file}">`
          : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
      )
      .join('')
}
