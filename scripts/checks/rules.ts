export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string
  text: string
}

/** One sentence for each breach of a rule, starting with the file's path. */
export function structureProblems(files: SourceFile[]): string[] {
  return files.flatMap((file) =>
    rules.flatMap((rule) => rule(file).map((problem) => `${file.path}: ${problem}`)),
  )
}

type Rule = (file: SourceFile) => string[]

const MAX_LINES = 400

/** Server folders that are the house's machinery rather than a domain. */
const MACHINERY = /^server\/(auth|db|http|jobs|live|mail|services|trpc)\//
const DOMAIN_FILE =
  /^server\/[^/]+\/((router|queries|commands|policy|rules)\.ts|(queries|commands|rules)\/[a-z0-9-]+\.ts)$/

/** Where imports may point, by the importing folder. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  shared: ['shared'],
  migrations: ['migrations'],
  server: ['server', 'shared', 'migrations'],
  client: ['client', 'shared'],
}

const rules: Rule[] = [
  function isNotTooLong({ text }) {
    const lines = text.split('\n').length - 1
    return lines > MAX_LINES ? [`${lines} lines; the limit is ${MAX_LINES}`] : []
  },

  function usesTheDomainVocabulary({ path }) {
    const inDomain = /^server\/[^/]+\//.test(path) && !MACHINERY.test(path)
    if (!inDomain || DOMAIN_FILE.test(path) || path === 'server/activity/record.ts') return []
    return [
      'a domain holds router.ts, queries.ts, commands.ts, policy.ts and rules.ts (or folders of those names)',
    ]
  },

  function keepsSqlOutOfRouters({ path, text }) {
    const mayNot = path.endsWith('/router.ts') || path.startsWith('server/http/')
    return mayNot && /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text)
      ? ['SQL belongs in queries.ts and commands.ts']
      : []
  },

  function importsOneWay({ path, text }) {
    const folder = path.split('/')[0] ?? ''
    const allowed = ALLOWED_IMPORTS[folder]
    if (allowed === undefined) return []
    return importsOf({ path, text })
      .filter(({ target }) => /^(client|server|shared|migrations|scripts|tests|bench)\//.test(target))
      .filter(({ target, statement }) => !isRouterType(folder, target, statement))
      .filter(({ target }) => !allowed.includes(target.split('/')[0] ?? ''))
      .map(({ target }) => `${folder} may not import ${target}`)
  },

  function layersTheClient({ path, text }) {
    const layers = ['theme', 'lib', 'components', 'features', 'routes']
    const layerOf = (file: string) => layers.indexOf(/^client\/([^/]+)\//.exec(file)?.[1] ?? '')
    const own = layerOf(path)
    if (own < 0) return []
    return importsOf({ path, text })
      .filter(({ target }) => layerOf(target) > own)
      .map(({ target }) => `${layers[own]} may not import ${target}`)
  },

  function hasNoUnfinishedWords({ path, text }) {
    if (/structure-check|scripts\/checks/.test(path)) return []
    const found = /\b(TODO|FIXME)\b|\b[Nn]ot implemented\b|\b[Cc]oming soon\b/.exec(text)
    return found ? [`unfinished: “${found[0]}”`] : []
  },

  function keepsSamplesInTheSeed({ path, text }) {
    if (!/^(client|server|shared)\//.test(path)) return []
    const found = /124,?200|Brightline|Harbor (Website|Brand)|INV-100\d/.exec(text)
    return found ? [`demo data outside scripts/seed: “${found[0]}”`] : []
  },

  function skipsNoTests({ path, text }) {
    return path.startsWith('tests/') &&
      !path.includes('structure-check') &&
      /\b(it|test|describe)\.(skip|only|todo)\(/.test(text)
      ? ['a test is skipped or exclusive']
      : []
  },
]

const isRouterType = (folder: string, target: string, statement: string): boolean =>
  folder === 'client' && target === 'server/trpc/router.ts' && statement.startsWith('import type')

export interface Import {
  /** The imported file from the project's root, or the package's name. */
  target: string
  statement: string
}

const STATEMENT =
  /^(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/** The imports of one file, with relative and `#` paths resolved. */
export function importsOf({ path, text }: SourceFile): Import[] {
  return [...text.matchAll(STATEMENT)].map((match) => ({
    target: resolveImport(path, match[1] ?? match[2] ?? match[3] ?? ''),
    statement: match[0],
  }))
}

function resolveImport(from: string, target: string): string {
  if (target.startsWith('#')) return target.slice(1)
  if (!target.startsWith('.')) return target
  const parts = from.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}
