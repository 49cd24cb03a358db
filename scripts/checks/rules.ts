import { browserRules } from './browsers/rules.ts'
import { fileCycles, folderCycles } from './cycles.ts'
import { isListed, SHORTENS_TO_TEN } from './exceptions.ts'
import { isInDomain, upwardArrows } from './floors.ts'
import { importsOf, type SourceFile } from './imports.ts'
import { tenantRules, unscopedProblems } from './tenant-rules.ts'
import { withoutComments } from './text.ts'
import { exportsItsVerb, isNamedForVerb, misnamedIn, VERBS } from './verbs.ts'
import { refusedWordIn } from './words.ts'

/**
 * The violations of each rule, one sentence each; every rule is listed, violated or not. `paths` are those of
 * all files, including styles and data.
 */
export function structureProblems(
  files: readonly SourceFile[],
  paths: readonly string[] = files.map(({ path }) => path),
): Map<string, string[]> {
  const ofFiles = Object.entries({ ...fileRules, ...browserRules, ...tenantRules }).map(
    ([rule, check]) =>
      [rule, files.flatMap((file) => check(file).map((problem) => `${file.path}: ${problem}`))] as const,
  )
  return new Map([
    ...ofFiles,
    ...Object.entries(treeRules).map(([rule, check]) => [rule, check(files)] as const),
    ['crowded folders', crowdedFolders(paths)],
  ])
}

const MAX_LINES = 400

const DOMAIN_FILE =
  /^server\/[^/]+\/[^/]+\/((domain|tables|router|effects|queries|commands|policy|rules|visibility)\.ts|([a-z-]+\/)?(queries|commands|rules)\/[a-z0-9-]+\.ts)$/

/** A domain's command; the test provider isn't a domain. */
const COMMAND = /^server\/(?!base\/adapters\/).*\/commands\/([^/]+)\.ts$/

/** A domain's code or a reaction's. */
const OF_DOMAIN = /^server\/(?!base\/|door\/)[^/]+\//
const QUERY = /\/queries(\/|\.ts$)/

/** Allowed imports, by the importing folder. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  shared: ['shared'],
  migrations: ['migrations', 'shared/base/text'],
  server: ['server', 'shared', 'migrations', 'packages/stripe-stand-in'],
  client: ['client', 'shared'],
}

/** Schema folders, which load zod. */
const SCHEMAS = /^shared\/(.+\/)?schemas\//

/** Formatting for people; machine-readable dates and times may be derived from an instant anywhere. */
const FORMATS = [
  /\.toLocale(Date|Time)?String\(/,
  /Intl\.NumberFormat/,
  /\.toFixed\([0-3]\)/,
  /\.format\((?!'(YYYY-MM-DD|YYYY-MM|HH:mm)'\))['"`A-Z]/,
  /\}(h|m)`/,
  /\}h</,
  /\} min\b/,
]

/** They also remove them. */
const MAKES_FOLDERS = ['server/base/core/temporary-folders.ts', 'tests/support/files/temporary-folder.ts']

const INSTANT_AS_DAY = /\.slice\(0, 10\)|\bformat(Card|Long)?Date(Range)?\([^()]*(_at|At)\b/

/** Rules that apply to single files. */
const fileRules = {
  'length of files': ({ text }: SourceFile): string[] => {
    const lines = text.split('\n').length - 1
    return lines > MAX_LINES ? [`${lines} lines; the limit is ${MAX_LINES}`] : []
  },

  'file names of a domain': ({ path }: SourceFile): string[] =>
    isInDomain(path) && !path.startsWith('server/identity/auth/') && !DOMAIN_FILE.test(path)
      ? [
          'a domain contains domain.ts, tables.ts, router.ts, effects.ts, policy.ts, visibility.ts, rules.ts, and queries/ and commands/, grouped by area if they are many',
        ]
      : [],

  'commands named after a verb': ({ path, text }: SourceFile): string[] => {
    const name = COMMAND.exec(path)?.[1]
    if (name === undefined) return []
    if (!isNamedForVerb(name)) {
      return [`a command is named after its verb, one of the ${VERBS.length} in scripts/checks/verbs.ts`]
    }
    return exportsItsVerb(name, text) ? [] : ['exports no function that begins with the verb of its name']
  },

  'verbs of the glossary': ({ path, text }: SourceFile): string[] =>
    OF_DOMAIN.test(path) ? misnamedIn(text, QUERY.test(path)) : [],

  'names of files': ({ path }: SourceFile): string[] => {
    const word = refusedWordIn(path)
    return word === null ? [] : [`“${word}” doesn't say what the file holds`]
  },

  'imports between client, server and shared': ({ path, text }: SourceFile): string[] => {
    const folder = path.split('/')[0] ?? ''
    const allowed = ALLOWED_IMPORTS[folder]
    if (allowed === undefined) return []
    return importsOf({ path, text })
      .filter(({ target }) => /^(client|server|shared|migrations|packages|scripts|tests)\//.test(target))
      .filter(({ target, statement }) => !isRouterType(folder, target, statement))
      .filter(({ target }) => !allowed.some((part) => target.startsWith(`${part}/`)))
      .map(({ target }) => `${folder} may not import ${target}`)
  },

  'layers of the client': ({ path, text }: SourceFile): string[] => {
    const layers = ['theme', 'lib', 'components', 'features', 'routes']
    const layerOf = (file: string) => layers.indexOf(/^client\/([^/]+)\//.exec(file)?.[1] ?? '')
    const own = layerOf(path)
    if (own < 0) return []
    return importsOf({ path, text })
      .filter(({ target }) => layerOf(target) > own)
      .map(({ target }) => `${layers[own]} may not import ${target}`)
  },

  'schemas separate from constants': ({ path, text }: SourceFile): string[] => {
    if (!path.startsWith('shared/') || SCHEMAS.test(path)) return []
    return importsOf({ path, text })
      .filter(({ target }) => target === 'zod' || SCHEMAS.test(target))
      .filter(({ statement }) => !statement.startsWith('import type'))
      .map(({ target }) => `screens load this file initially, so it may not import ${target}`)
  },

  'unfinished work': ({ path, text }: SourceFile): string[] => {
    if (/structure-check|scripts\/checks/.test(path)) return []
    const found = /\b(TODO|FIXME)\b|\b[Nn]ot implemented\b|\b[Cc]oming soon\b/.exec(text)
    return found ? [`unfinished: “${found[0]}”`] : []
  },

  'samples outside the seed': ({ path, text }: SourceFile): string[] => {
    if (!/^(client|server|shared)\//.test(path)) return []
    const found = /124,?200|Brightline|Harbor (Website|Brand)|INV-100\d/.exec(text)
    return found ? [`demo data outside scripts/seed: “${found[0]}”`] : []
  },

  'formats outside shared/base/format.ts': ({ path, text }: SourceFile): string[] => {
    if (!/^(client|server|shared)\//.test(path) || path === 'shared/base/format.ts') return []
    const found = FORMATS.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined)
    return found === undefined
      ? []
      : [`dates, durations and numbers are formatted by shared/base/format.ts: “${found}”`]
  },

  'days in a time zone': ({ path, text }: SourceFile): string[] => {
    if (!/^(client|server|shared)\//.test(path) || isListed(SHORTENS_TO_TEN, path)) return []
    const found = INSTANT_AS_DAY.exec(withoutComments(text))?.[0]
    return found === undefined
      ? []
      : [`an instant is a day only in a time zone; use dateInZone or formatInstantDate: “${found}”`]
  },

  'money by the days of the books': ({ path, text }: SourceFile): string[] =>
    path.startsWith('server/money/') && /\bcallerDate\b|\bactor\.zone\b/.test(withoutComments(text))
      ? ['money is dated in the time zone of the books, reach.booksZone, which the caller’s may differ from']
      : [],

  'pasted text stays whole': ({ path, text }: SourceFile): string[] =>
    path.startsWith('client/') && /\smaxLength=/.test(withoutComments(text))
      ? ['maxLength cuts what is pasted; show what tooLong() of shared/base/errors.ts says instead']
      : [],

  'skipped tests': ({ path, text }: SourceFile): string[] =>
    path.startsWith('tests/') &&
    !path.includes('structure-check') &&
    /\b(it|test|describe)\.(skip|only|todo)\(/.test(text)
      ? ['a test is skipped or exclusive']
      : [],

  'temporary folders that are removed': ({ path, text }: SourceFile): string[] =>
    !MAKES_FOLDERS.includes(path) && !path.includes('structure-check') && /\bmkdtemp(Sync)?\(/.test(text)
      ? [`a killed process would leave it: ${MAKES_FOLDERS.join(', ')} make temporary folders`]
      : [],
}

/** Rules that apply to the whole tree. */
const treeRules = {
  'imports up the floors': upwardArrows,
  'cycles of folders': folderCycles,
  'cycles of files': fileCycles,
  'a file next to a folder of its name': filesBesideFolders,
  'unscoped reads': (files: readonly SourceFile[]) => unscopedProblems(files),
}

const MAX_FILES = 15
/** Numbered consecutively. */
const IN_ORDER = 'migrations'

function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && folder !== IN_ORDER)
    .map(([folder, count]) => `${folder}: ${count} files; the limit is ${MAX_FILES}`)
}

/**
 * `queries.ts` next to `queries/`. Exempt are the server's own files, which list its folders, and routes,
 * which nest by name.
 */
function filesBesideFolders(files: readonly SourceFile[]): string[] {
  const folders = new Set(
    files.flatMap(({ path }) => path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))),
  )
  return files
    .map(({ path }) => path)
    .filter((path) => /^(client\/(?!routes\/)|server\/[^/]+\/)/.test(path))
    .filter((path) => folders.has(path.replace(/\.tsx?$/, '')))
    .map((path) => `${path}: is next to a folder of the same name`)
}

const isRouterType = (folder: string, target: string, statement: string): boolean =>
  folder === 'client' && target === 'server/router.ts' && statement.startsWith('import type')
