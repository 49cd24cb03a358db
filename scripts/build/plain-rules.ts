import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, type Plugin, parseAst } from 'vite'

const PLAIN = '?plain'
const SHARED = join(import.meta.dirname, '../../shared')

/** A module of `shared/` as it is, with its schemas. */
export const isRule = (id: string): boolean => id.startsWith(SHARED) && !id.endsWith(PLAIN)

interface Node {
  type?: string
}

interface Source {
  code: string
  body: ESTree.Program['body']
  /** What it exports that needs zod. */
  rules: Set<string>
}

/**
 * Gives screens the constants and helpers of `shared/` without zod: they read a twin of the module that
 * lacks its schemas, which load with the forms. No screen's first look needs a schema.
 */
export function plainRules(): Plugin {
  const sources = new Map<string, Source>()

  function sourceOf(path: string): Source {
    let source = sources.get(path)
    if (source === undefined) {
      const code = readFileSync(path, 'utf8')
      source = { code, body: parseAst(code, { lang: 'ts' }).body, rules: new Set() }
      sources.set(path, source)
      source.rules = rulesOf(path, source.body)
    }
    return source
  }

  /** Names at the top of a module that reach zod, by import or by each other. */
  function rulesOf(path: string, body: Source['body']): Set<string> {
    const rules = new Set<string>()
    for (const statement of body) {
      if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue
      const from = sharedPath(statement.source.value, path)
      for (const specifier of statement.specifiers) {
        const known =
          from === null ? statement.source.value === 'zod' : sourceOf(from).rules.has(nameOf(specifier))
        if (known) rules.add(specifier.local.name)
      }
    }
    for (let before = -1; before !== rules.size; ) {
      before = rules.size
      for (const statement of body) {
        const names = declaredBy(statement)
        if (names.length > 0 && mentions(statement, rules)) for (const name of names) rules.add(name)
      }
    }
    return rules
  }

  /** The code with each import of `shared/` split into what is plain and what is not. */
  function readPlain(code: string, body: Source['body'], path: string, keepRules: boolean): string {
    let result = ''
    let copied = 0
    for (const statement of body) {
      if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue
      const from = sharedPath(statement.source.value, path)
      if (from === null) continue
      const { rules } = sourceOf(from)
      const names = statement.specifiers.map((specifier) => ({
        rule: rules.has(nameOf(specifier)),
        text: code.slice(specifier.start, specifier.end),
      }))
      const part = (rule: boolean) =>
        names
          .filter((name) => name.rule === rule)
          .map(({ text }) => text)
          .join()
      const kept =
        keepRules && part(true) !== '' ? `import {${part(true)}} from ${JSON.stringify(from)}\n` : ''
      const plain = part(false) === '' ? '' : `import {${part(false)}} from ${JSON.stringify(from + PLAIN)}\n`
      result += code.slice(copied, statement.start) + kept + plain
      copied = statement.end
    }
    return result + code.slice(copied)
  }

  return {
    name: 'plain-rules',
    apply: 'build',
    enforce: 'post',
    load(id) {
      if (!id.endsWith(PLAIN)) return null
      const path = id.slice(0, -PLAIN.length)
      const { body, code, rules } = sourceOf(path)
      const plain = body
        .filter((statement) => statement.type === 'ImportDeclaration' || !mentions(statement, rules))
        .map((statement) => code.slice(statement.start, statement.end))
        .join('\n')
        .replace(/^import \{ z \} from 'zod'$/m, '')
      return { code: readPlain(plain, parseAst(plain, { lang: 'ts' }).body, path, false), moduleType: 'ts' }
    },
    transform(code, id) {
      const path = id.split('?')[0] ?? id
      if (id.includes('node_modules') || !/\.tsx?$/.test(path) || path.startsWith(SHARED)) return null
      return { code: readPlain(code, parseAst(code).body, path, true), map: null }
    },
  }
}

/** The file an import of `shared/` means; null for any other import. */
function sharedPath(specifier: string, importer: string): string | null {
  if (specifier.startsWith('#shared/')) return join(SHARED, specifier.slice('#shared/'.length))
  if (!specifier.startsWith('.')) return null
  const path = join(dirname(importer), specifier)
  return path.startsWith(SHARED) ? path : null
}

/** What an import is called where it comes from. */
const nameOf = (specifier: ESTree.ImportDeclaration['specifiers'][number]): string =>
  specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
    ? specifier.imported.name
    : specifier.local.name

function declaredBy(statement: Source['body'][number]): string[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  }
  return declaration?.type === 'FunctionDeclaration' && declaration.id !== null ? [declaration.id.name] : []
}

/** Whether a statement's values, not only its types and keys, mention one of the names. */
function mentions(part: unknown, names: ReadonlySet<string>): boolean {
  if (Array.isArray(part)) return part.some((one) => mentions(one, names))
  if (typeof part !== 'object' || part === null) return false
  const { type, name, computed, ...children } = part as Node & Record<string, unknown>
  if (type === 'Identifier') return names.has(String(name))
  if (type?.startsWith('TS')) return mentions(children.expression, names)
  if (type === 'Property' && !computed) return mentions(children.value, names)
  if (type === 'MemberExpression' && !computed) return mentions(children.object, names)
  return Object.values(children).some((child) => mentions(child, names))
}
