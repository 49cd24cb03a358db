import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { resolveImport } from './imports.ts'

/** A top-level function, or a constant that may refer to functions. */
interface Place {
  file: string
  name: string
}

export interface Call {
  from: Place
  to: Place
}

/**
 * The calls that a call may lead to on the server, by the names that each function mentions. Calls chosen at run time,
 * such as the reactions to an event, aren't followed.
 */
export function callsFrom(start: Place): Call[] {
  const calls: Call[] = []
  const open = [start]
  const seen = new Set<string>()
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const key = `${from.file} ${from.name}`
    if (seen.has(key)) continue
    seen.add(key)
    for (const to of namedIn(from)) {
      if (isFunction(moduleOf(to.file).own.get(to.name))) calls.push({ from, to })
      open.push(to)
    }
  }
  return calls
}

/** The domains, or parts of domains, whose functions are called, including the first. */
export function roomsOf(calls: readonly Call[]): string[] {
  const places = calls.flatMap(({ from, to }) => [from, to])
  return [...new Set(places.map(({ file }) => roomOf(file)))].toSorted()
}

/** `money/invoices/sending` of `server/money/invoices/sending/commands/send.ts`. */
const roomOf = (file: string): string =>
  file
    .split('/')
    .slice(1, -1)
    .filter((folder) => folder !== 'commands' && folder !== 'queries')
    .join('/')

interface Node {
  type: string
  [field: string]: unknown
}

interface Module {
  own: Map<string, Node>
  imported: Map<string, Place>
}

const modules = new Map<string, Module>()

function moduleOf(file: string): Module {
  const known = modules.get(file) ?? readModule(file)
  modules.set(file, known)
  return known
}

function readModule(file: string): Module {
  const found: Module = { own: new Map(), imported: new Map() }
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  for (const statement of program.body as unknown as Node[]) {
    if (statement.type === 'ImportDeclaration') {
      for (const [name, place] of importedBy(file, statement)) found.imported.set(name, place)
    } else {
      const declared = (statement.declaration ?? statement) as Node
      for (const node of (declared.declarations as Node[] | undefined) ?? [declared]) {
        if (isNode(node.id) && node.id.type === 'Identifier') found.own.set(nameOf(node.id), node)
      }
    }
  }
  return found
}

/** The values that a statement imports from the server. */
function importedBy(file: string, statement: Node): [string, Place][] {
  const target = resolveImport(file, (statement.source as { value: string }).value)
  if (statement.importKind === 'type' || !target.startsWith('server/') || !existsSync(target)) return []
  return (statement.specifiers as Node[])
    .filter(({ importKind, imported }) => importKind !== 'type' && isNode(imported))
    .map(({ local, imported }) => [nameOf(local), { file: target, name: nameOf(imported) }])
}

function namedIn({ file, name }: Place): Place[] {
  const { own, imported } = moduleOf(file)
  const node = own.get(name)
  const names = new Set(node === undefined ? [] : identifiersIn(node))
  names.delete(name)
  return [...names].flatMap((one) => imported.get(one) ?? (own.has(one) ? { file, name: one } : []))
}

/** Names used as values: neither types nor the names of fields. */
function* identifiersIn(node: Node): Generator<string> {
  if (node.type === 'Identifier') yield nameOf(node)
  for (const [field, value] of Object.entries(node)) {
    if (TYPES.has(field) || (FIELDS.has(`${node.type} ${field}`) && !node.computed)) continue
    for (const child of [value].flat()) {
      if (isNode(child) && !/^TS.*(Type|Declaration|Signature)$/.test(child.type)) yield* identifiersIn(child)
    }
  }
}

const TYPES = new Set(['typeAnnotation', 'returnType', 'typeArguments', 'typeParameters'])
const FIELDS = new Set(['MemberExpression property', 'Property key', 'PropertyDefinition key'])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const nameOf = (node: unknown): string => (node as { name: string }).name

const isFunction = (node: Node | undefined): boolean =>
  /Function|ClassDeclaration/.test(node?.type ?? '') ||
  (isNode(node?.init) && /Function/.test(node.init.type))
