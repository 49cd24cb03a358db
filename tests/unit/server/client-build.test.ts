import { cpSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { digestOfSources, findClient, SOURCES_FILE } from '#server/door/http/pages/client-build.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function tree(): string {
  const root = temporaryFolder()
  for (const path of ['client/main.tsx', 'client/lib/dates.ts', 'shared/money.ts', 'index.html']) {
    write(root, path, `content of ${path}`)
  }
  return root
}

/** What a build of the current sources writes at its end. */
const build = (root: string, folder: string) =>
  write(root, `${folder}/${SOURCES_FILE}`, digestOfSources(root) ?? '')

const CHANGES: [string, (root: string) => void][] = [
  ['a changed file', (root) => write(root, 'client/main.tsx', 'other')],
  ['a new file', (root) => write(root, 'shared/dates.ts', '')],
  ['a deleted file', (root) => rmSync(join(root, 'client/lib/dates.ts'))],
  ['a renamed file', (root) => renameSync(join(root, 'shared/money.ts'), join(root, 'shared/amounts.ts'))],
  ['other dependencies', (root) => write(root, 'package-lock.json', '{}')],
  ['a changed build setting', (root) => write(root, 'vite.config.ts', 'export {}')],
]

test.each(CHANGES)('a build is outdated after %s', (_what, change) => {
  const root = tree()
  build(root, 'dist/client')
  expect(findClient(root)).toEqual({ folder: join(root, 'dist/client'), isCurrent: true })
  change(root)
  expect(findClient(root)).toEqual({ folder: join(root, 'dist/client'), isCurrent: false })
})

test.each<[string, (root: string) => void]>([
  ['newer times', (root) => utimesSync(join(root, 'client/main.tsx'), 4_000_000_000, 4_000_000_000)],
  ["the build's output", (root) => write(root, 'client/route-tree.gen.ts', '')],
  ['documentation of the client', (root) => write(root, 'client/README.md', '')],
  ['a change of the server', (root) => write(root, 'server/main.ts', '')],
])('a build stays current with %s', (_what, change) => {
  const root = tree()
  build(root, 'dist/client')
  change(root)
  expect(findClient(root)).toMatchObject({ isCurrent: true })
})

test('a build of the same sources can be copied from another machine', () => {
  const [large, small] = [tree(), tree()]
  build(large, 'dist/client')
  cpSync(join(large, 'dist'), join(small, 'dist'), { recursive: true })
  expect(findClient(small)).toEqual({ folder: join(small, 'dist/client'), isCurrent: true })
})

test('of two builds, the current one is served', () => {
  const root = tree()
  build(root, 'dist/client')
  write(root, 'client/main.tsx', 'newer')
  build(root, 'dist/demo')
  expect(findClient(root)).toEqual({ folder: join(root, 'dist/demo'), isCurrent: true })
  write(root, 'client/main.tsx', 'newest')
  expect(findClient(root)).toEqual({ folder: join(root, 'dist/client'), isCurrent: false })
})

test("an interrupted build doesn't count", () => {
  const root = tree()
  write(root, 'dist/client/index.html', '')
  expect(findClient(root)).toBeNull()
})

test('without sources, as in the image, any build is current', () => {
  const root = tree()
  build(root, 'dist/client')
  rmSync(join(root, 'client'), { recursive: true })
  expect(findClient(root)).toEqual({ folder: join(root, 'dist/client'), isCurrent: true })
})
