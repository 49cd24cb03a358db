import { fileCycles, folderCycles } from './cycles.ts'
import { isInDomain, serverFolder, upwardArrows } from './floors.ts'
import { importsOf, type SourceFile } from './imports.ts'
import { tenantRules, unscopedProblems } from './tenant-rules.ts'
import { isNamedForVerb, VERBS } from './verbs.ts'

/** The breaches of each rule, one sentence each; every rule is named, kept or not. */
export function structureProblems(files: readonly SourceFile[]): Map<string, string[]> {
  const ofFiles = Object.entries({ ...fileRules, ...tenantRules }).map(
    ([rule, check]) =>
      [rule, files.flatMap((file) => check(file).map((problem) => `${file.path}: ${problem}`))] as const,
  )
  return new Map([
    ...ofFiles,
    ...Object.entries(treeRules).map(([rule, check]) => [rule, check(files)] as const),
  ])
}

const MAX_LINES = 400

const DOMAIN_FILE =
  /^server\/[^/]+\/((router|queries|commands|policy|rules|visibility)\.ts|(queries|commands|rules)\/[a-z0-9-]+\.ts)$/

/** Where imports may point, by the importing folder. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  shared: ['shared'],
  migrations: ['migrations'],
  server: ['server', 'shared', 'migrations'],
  client: ['client', 'shared'],
}

/** Rules that one file keeps or breaks by itself. */
const fileRules = {
  'length of files': ({ text }: SourceFile): string[] => {
    const lines = text.split('\n').length - 1
    return lines > MAX_LINES ? [`${lines} lines; the limit is ${MAX_LINES}`] : []
  },

  'vocabulary of a domain': ({ path }: SourceFile): string[] =>
    isInDomain(path) && !path.startsWith('server/auth/') && !DOMAIN_FILE.test(path)
      ? ['a domain holds router.ts, policy.ts, visibility.ts, queries/, commands/ and rules.ts']
      : [],

  'commands named for a verb': ({ path }: SourceFile): string[] => {
    const name = /^server\/.*\/commands\/([^/]+)\.ts$/.exec(path)?.[1]
    return name === undefined || isNamedForVerb(name)
      ? []
      : [`a command is named for its verb, one of the ${VERBS.length} in scripts/checks/verbs.ts`]
  },

  'imports between client, server and shared': ({ path, text }: SourceFile): string[] => {
    const folder = path.split('/')[0] ?? ''
    const allowed = ALLOWED_IMPORTS[folder]
    if (allowed === undefined) return []
    return importsOf({ path, text })
      .filter(({ target }) => /^(client|server|shared|migrations|scripts|tests|bench)\//.test(target))
      .filter(({ target, statement }) => !isRouterType(folder, target, statement))
      .filter(({ target }) => !allowed.includes(target.split('/')[0] ?? ''))
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

  'skipped tests': ({ path, text }: SourceFile): string[] =>
    path.startsWith('tests/') &&
    !path.includes('structure-check') &&
    /\b(it|test|describe)\.(skip|only|todo)\(/.test(text)
      ? ['a test is skipped or exclusive']
      : [],
}

/** Rules that only the whole tree keeps or breaks. */
const treeRules = {
  'imports up the floors': upwardArrows,
  'cycles of server folders': (files: readonly SourceFile[]) => folderCycles(files, serverFolder),
  'cycles of client folders': (files: readonly SourceFile[]) => folderCycles(files, clientFolder),
  'cycles of files': fileCycles,
  'a file beside a folder of its name': besideFolders,
  'unscoped reads': (files: readonly SourceFile[]) => unscopedProblems(files),
}

/** A feature of the client, or one of its layers; null outside the client. */
const clientFolder = (path: string): string | null =>
  /^client\/(features\/[^/]+|components|lib|theme|routes)\//.exec(path)?.[1] ?? null

/** `queries.ts` beside `queries/`. The server's own files list its folders, and routes nest by their names. */
function besideFolders(files: readonly SourceFile[]): string[] {
  const folders = new Set(
    files.flatMap(({ path }) => path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))),
  )
  return files
    .map(({ path }) => path)
    .filter((path) => /^(client\/(?!routes\/)|server\/[^/]+\/)/.test(path))
    .filter((path) => folders.has(path.replace(/\.tsx?$/, '')))
    .map((path) => `${path}: stands beside a folder of its name`)
}

const isRouterType = (folder: string, target: string, statement: string): boolean =>
  folder === 'client' && target === 'server/router.ts' && statement.startsWith('import type')
