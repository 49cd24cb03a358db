import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** The server's files that load this module for more than its types. */
async function loadersOf(module: RegExp): Promise<string[]> {
  const loaders: string[] = []
  for await (const path of glob('server/**/*.ts')) {
    const imports = readFileSync(path, 'utf8').match(/^import (?!type )[\s\S]*? from '[^']+'/gm) ?? []
    if (imports.some((line) => module.test(line))) loaders.push(path)
  }
  return loaders.sort()
}

test('documents are drawn in a thread of their own: nothing of the main one loads what draws them', async () => {
  expect(await loadersOf(/'pdfkit'$/)).toEqual(['server/adapters/document-page.ts'])
  expect(await loadersOf(/\/document-page\.ts'$/)).toEqual(['server/adapters/documents.ts'])
  expect(await loadersOf(/\/documents\.ts'$/)).toEqual([
    'server/adapters/document-worker.ts',
    // The addresses of documents, which bear the same name.
    'server/http/routes.ts',
  ])
})
