import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unpack } from '#scripts/package/unpack.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

const text = (content: string) => new TextEncoder().encode(content)
const FILES: [string, Uint8Array][] = [
  ['dist/client/index.html', text('<p>page</p>')],
  ['fonts/inter.ttf', text('glyphs')],
  ['driver.node', text('driver')],
]

function programFolder(): string {
  const folder = temporaryFolder()
  return join(folder, 'data/program')
}

const contents = (folder: string) => FILES.map(([name]) => readFileSync(join(folder, name), 'utf8'))
const expected = FILES.map(([, bytes]) => new TextDecoder().decode(bytes))

test.each<[string, (path: string) => void]>([
  ['a deleted file', (path) => rmSync(path)],
  ['an empty file', (path) => writeFileSync(path, '')],
  ['other bytes of the same length', (path) => writeFileSync(path, 'gluphs')],
  ['a deleted folder', (path) => rmSync(join(path, '..'), { recursive: true })],
])('starting again repairs %s', (_what, damage) => {
  const folder = join(programFolder(), 'one')
  unpack(folder, FILES)
  expect(contents(folder)).toEqual(expected)
  damage(join(folder, 'fonts/inter.ttf'))
  unpack(folder, FILES)
  expect(contents(folder)).toEqual(expected)
  expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual(
    [],
  )
})

test('intact files stay the same files, because other processes have them open', () => {
  const folder = join(programFolder(), 'one')
  unpack(folder, FILES)
  const inodes = () => FILES.map(([name]) => statSync(join(folder, name)).ino)
  const before = inodes()
  unpack(folder, FILES)
  expect(inodes()).toEqual(before)
})

test('a file in use is replaced rather than overwritten', () => {
  const folder = join(programFolder(), 'one')
  unpack(folder, FILES)
  const driver = join(folder, 'driver.node')
  const before = statSync(driver).ino
  writeFileSync(driver, 'broken')
  unpack(folder, FILES)
  expect(statSync(driver).ino).not.toBe(before)
})

test('only the owner can read the files', () => {
  const folder = join(programFolder(), 'one')
  unpack(folder, FILES)
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect(statSync(join(folder, 'driver.node')).mode & 0o077).toBe(0)
})

test('the most recently started builds are retained', () => {
  const program = programFolder()
  for (const [build, hour] of [
    ['a', 4],
    ['b', 1],
    ['c', 3],
    ['d', 2],
  ] as const) {
    mkdirSync(join(program, build), { recursive: true })
    utimesSync(join(program, build), hour * 3600, hour * 3600)
  }
  unpack(join(program, 'b'), FILES)
  expect(readdirSync(program).sort()).toEqual(['a', 'b', 'c'])
  expect(existsSync(join(program, 'b/driver.node'))).toBe(true)
})
