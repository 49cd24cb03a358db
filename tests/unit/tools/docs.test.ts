import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { FLOORS } from '#scripts/checks/floors.ts'

/** The documents for readers of the repository; the changelog names paths of earlier versions. */
const DOCUMENTS = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /^(README|CONTRIBUTING|SECURITY)\.md$|^(docs|client|deploy|packages)\//.test(path))

const FOLDERS = 'bench|client|deploy|docs|migrations|packages|scripts|server|shared|tests'
/** A path from the root, or as documents shorten it: a domain's, or a test's without its ending. */
const ROOTED = new RegExp(`^(?:${FOLDERS})/[\\w./@-]*$`)
/** The last one has the files of the guide's sample domain. */
const BASES = ['', 'server', 'client', 'client/features', 'tests', 'scripts/checks/new-domain/files']
const FLOORED =
  /^(?:base|identity|people|work|time|money|overview|reactions|door|components|lib|features)\/[\w./-]+$/

/** Written by a command. */
const MADE = /^(dist|data)\//

/** The document's links and code spans without fenced blocks. */
function namesIn(text: string): { links: string[]; spans: string[] } {
  const prose = text.replace(/^```.*?^```/gms, '')
  return {
    links: [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target),
    spans: [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span),
  }
}

const exists = (path: string): boolean =>
  BASES.some((base) => [path, `${path}.test.ts`].some((one) => existsSync(join(base, one))))

const missingIn = (document: string, text: string): string[] => {
  const { links, spans } = namesIn(text)
  const local = links
    .filter((link) => !/^([a-z]+:|#)/.test(link))
    .map((link) => normalize(join(dirname(document), link.replace(/#.*$/, ''))))
    .filter((path) => !existsSync(path))
  const named = spans
    .map((span) => span.replace(/[,:;]$/, ''))
    .filter((span) => (ROOTED.test(span) || FLOORED.test(span)) && !MADE.test(span))
    .filter((path) => !exists(path))
  return [...local, ...named]
}

const SCRIPTS: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts

const unknownScripts = (text: string): string[] =>
  [...text.matchAll(/\bnpm run (?:-s |--silent )?([\w:-]+)/g)]
    .map(([, script = '']) => script)
    .filter((script) => !Object.hasOwn(SCRIPTS, script))

test.each(DOCUMENTS)('%s names paths and scripts that exist', (document) => {
  const text = readFileSync(document, 'utf8')
  expect({ paths: missingIn(document, text), scripts: unknownScripts(text) }).toEqual({
    paths: [],
    scripts: [],
  })
})

test('a wrong path, link or script is found', () => {
  const text = 'Run `npm run nothing` in `server/nowhere/x.ts`, `money/nothing`; see [here](nowhere.md#top).'
  expect(missingIn('docs/x.md', text)).toEqual(['docs/nowhere.md', 'server/nowhere/x.ts', 'money/nothing'])
  expect(unknownScripts(text)).toEqual(['nothing'])
  expect(missingIn('docs/x.md', 'See `server/main.ts` and [runbook](runbook.md).')).toEqual([])
})

test('the architecture shows every floor and domain', () => {
  const drawing = readFileSync('docs/architecture.md', 'utf8').split('```')[1] ?? ''
  const floors = new Set(FLOORS.flatMap((floor) => (floor === '.' ? [] : (floor.split('/')[0] ?? []))))
  const folders = [...floors].flatMap((floor) => [
    `${floor}/`,
    ...readdirSync(join('server', floor), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  ])
  expect(folders.filter((name) => !new RegExp(`[ /]${name}(?![a-z-])`).test(drawing))).toEqual([])
})

const PERIODS = 'tests/server/money/ledger/periods'
const ADVANCES = 'tests/server/money/invoices/advances'

/** Tests that the table of rules names and that aren't there. */
function missingTests(text: string): string[] {
  const named = [...text.matchAll(/`([\w-]+)` › ([^|\n]+)/g)]
  expect(named.length).toBeGreaterThan(0)
  return named.flatMap(([, file = '', cell = '']) => {
    const folder = [PERIODS, ADVANCES].find((path) => existsSync(join(path, `${file}.test.ts`))) ?? PERIODS
    const has = (title: string) => hasTest(join(folder, `${file}.test.ts`), title)
    const titles = cell.replace(/\(.*\)/, '').trim()
    if (has(titles)) return []
    return titles.split('; ').filter((title) => !has(title))
  })
}

/** Whether the file has the title, literally or as `'a case'` of `'%s and the rest'`; `…` stands for any case. */
function hasTest(path: string, title: string): boolean {
  const source = readFileSync(path, 'utf8')
  if (source.includes(`'${title.replace('…', '%s')}'`)) return true
  const words = title.split(' ')
  return words.some((_, at) => {
    const [one, rest] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    return source.includes(`'${one}'`) && source.includes(`'%s ${rest}'`)
  })
}

test('the bookkeeping rules name tests that exist', () => {
  const text = readFileSync('docs/bookkeeping-rules.md', 'utf8')
  expect(missingTests(text)).toEqual([])
  expect(missingTests('| `after-closing` › … is allowed; a moon is booked today |')).toEqual([
    '… is allowed',
    'a moon is booked today',
  ])
})

/** Of the README and the landing page together. */
const PICTURE_BYTES = 900_000

test('the README is short, has each picture once, and the pictures load quickly', () => {
  const text = readFileSync('README.md', 'utf8')
  expect(text.split('\n').length).toBeLessThanOrEqual(150)
  const shown: string[] = text.match(/[\w/-]+\.webp/g) ?? []
  expect(shown).toHaveLength(6)
  const folders = ['docs/pictures', 'client/public/product']
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  expect(shown.filter((path) => !files.includes(path))).toEqual([])
  const unused = files.filter(
    (path) => path.startsWith('docs/') && path.endsWith('.webp') && !shown.includes(path),
  )
  expect(unused).toEqual([])
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  expect(bytes).toBeLessThanOrEqual(PICTURE_BYTES)
})

test('each page of the documentation is linked from the README or from another page', () => {
  const linked = new Set(
    DOCUMENTS.flatMap((document) =>
      namesIn(readFileSync(document, 'utf8')).links.map((link) =>
        normalize(join(dirname(document), link.replace(/#.*$/, ''))),
      ),
    ),
  )
  expect(DOCUMENTS.filter((path) => path.startsWith('docs/') && !linked.has(path))).toEqual([])
})
