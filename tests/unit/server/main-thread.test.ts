import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** The server's files that import this module for more than its types. */
async function loadersOf(module: RegExp): Promise<string[]> {
  const loaders: string[] = []
  for await (const path of glob('server/**/*.ts')) {
    const imports = readFileSync(path, 'utf8').match(/^import (?!type )[\s\S]*? from '[^']+'/gm) ?? []
    if (imports.some((line) => module.test(line))) loaders.push(path)
  }
  return loaders.sort()
}

test("documents render in a worker thread: the main thread doesn't load the renderer", async () => {
  expect(await loadersOf(/'pdfkit'$/)).toEqual(['server/base/adapters/documents/document-page.ts'])
  expect(await loadersOf(/\/document-page\.ts'$/)).toEqual(['server/base/adapters/documents/documents.ts'])
  expect(await loadersOf(/\/documents\.ts'$/)).toEqual([
    'server/base/adapters/documents/document-thread.ts',
    // The document routes have the same name.
    'server/door/http/routes.ts',
  ])
})
