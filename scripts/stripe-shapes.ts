import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from 'typescript-json-schema'
import { openTypes } from './tools/type-program.ts'

/**
 * Extracts the parameters and responses of the calls we make from the pinned Stripe client's types, as JSON
 * for the stand-in, which rejects everything else. Run it after upgrading the client or adding a call to the
 * list below.
 */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  AccountLinks: ['create'],
  Accounts: ['create', 'retrieve', 'retrieveCurrent'],
  BalanceTransactions: ['list', 'retrieve'],
  Charges: ['retrieve'],
  ConfirmationTokens: ['retrieve'],
  Customers: ['create', 'update', 'del', 'retrieve'],
  Disputes: ['retrieve', 'list'],
  Invoices: ['list', 'retrieve', 'pay', 'voidInvoice', 'createPreview'],
  Mandates: ['retrieve'],
  PaymentIntents: ['create', 'retrieve', 'list', 'cancel', 'confirm', 'update'],
  PaymentMethodDomains: ['create', 'list', 'validate'],
  PaymentMethods: ['retrieve', 'list', 'attach', 'detach'],
  Payouts: ['list', 'retrieve'],
  Products: ['create', 'retrieve', 'update'],
  Refunds: ['create', 'list', 'retrieve'],
  SetupIntents: ['create', 'retrieve', 'confirm', 'cancel'],
  Subscriptions: ['create', 'update', 'retrieve', 'cancel', 'list'],
  WebhookEndpoints: ['create', 'del', 'list', 'update'],
}
/** Objects that responses may contain in full; others aren't described further. */
const HELD = ['Charge', 'Price', 'SubscriptionItem', 'InvoiceLineItem', 'InvoicePayment', 'ApplicationFee']

const ROOT = join(import.meta.dirname, '..')
const PACKAGE = join(ROOT, 'node_modules/stripe')
const FILE = join(ROOT, 'packages/stripe-stand-in/src/wire/shapes.gen.json')

type Checker = ReturnType<Program['getTypeChecker']>
type Type = ReturnType<Checker['getTypeAtLocation']>
type Node = Parameters<Checker['getTypeAtLocation']>[0]
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Schema = { [key: string]: Json }

/** TypeScript's internal type flags, which it doesn't export. */
const FLAG = { string: 4, number: 8, boolean: 16, undefined: 32_768, null: 65_536, object: 524_288 }
const LITERAL = 128 | 256

function readShapes() {
  const files = Object.keys(OPERATIONS).map((name) => join(PACKAGE, `esm/resources/${name}.d.ts`))
  const program = openTypes(join(PACKAGE, 'esm/stripe.esm.node.d.ts'))
  const shapes = new Shapes(program.getTypeChecker())
  const operations: Record<string, Schema> = {}
  for (const file of files) {
    const source = program.getSourceFile(file)
    if (source === undefined) throw new Error(`${file} is not part of the client.`)
    const name = /(\w+)\.d\.ts$/.exec(file)?.[1] ?? ''
    const paths = pathsOf(file.replace('.d.ts', '.js'))
    for (const statement of source.statements as unknown as { members?: Member[] }[]) {
      for (const member of statement.members ?? []) {
        const method = member.name?.getText?.(source as never) ?? ''
        const address = paths.get(method)
        if (!OPERATIONS[name]?.includes(method) || address === undefined) continue
        const known = operations[address]
        const params = member.parameters?.find((parameter) => parameter.name.getText() === 'params')
        if (known !== undefined && params === undefined) continue
        operations[address] = shapes.operation(params, member.type as AnswerNode)
      }
    }
  }
  return { operations, definitions: shapes.definitions }
}

interface Member {
  name?: { getText?: (source: never) => string }
  parameters?: { name: { getText: () => string }; questionToken?: unknown; type: Node }[]
  type?: unknown
}
interface AnswerNode {
  typeName: { getText: () => string }
  typeArguments: (Node & { typeArguments?: Node[] })[]
}

/** `POST /v1/payment_intents/:id/cancel` by the name of the client's method. */
function pathsOf(file: string): Map<string, string> {
  const source = readFileSync(file, 'utf8')
  const calls = source.matchAll(/^ {4}(\w+)\([^)]*\) \{[\s\S]*?_makeRequest\('(\w+)', (['`])(.*?)\3/gm)
  return new Map(
    [...calls].map(([, method = '', verb, , path = '']) => [
      method,
      `${verb} ${path.replace(/\$\{.*?\}(?=\/|$)/g, ':id')}`,
    ]),
  )
}

class Shapes {
  readonly definitions: Record<string, Schema> = {}
  private readonly named = new Map<Type, string>()
  private readonly checker: Checker

  constructor(checker: Checker) {
    this.checker = checker
  }

  operation(params: NonNullable<Member['parameters']>[number] | undefined, answer: AnswerNode): Schema {
    const [inner] = answer.typeArguments
    const isList = answer.typeName.getText() === 'ApiListPromise'
    const node = isList ? inner : (inner?.typeArguments?.[0] ?? inner)
    return {
      params: params === undefined ? closed({}) : this.schema(this.checker.getTypeAtLocation(params.type)),
      optional: params === undefined || params.questionToken !== undefined,
      list: isList,
      answer: this.schema(this.checker.getTypeAtLocation(node as Node), true),
    }
  }

  schema(type: Type, whole = false): Schema {
    if (type.isUnion()) return this.union(type.types)
    if (type.isIntersection()) return { type: 'string' }
    if (type.flags & LITERAL) return { const: (type as unknown as { value: string | number }).value }
    if (type.flags & FLAG.string) return { type: 'string' }
    if (type.flags & FLAG.number) return { type: 'number' }
    if (type.flags & FLAG.null) return { type: 'null' }
    const text = this.checker.typeToString(type)
    if (text === 'true' || text === 'false' || type.flags & FLAG.boolean) return { type: 'boolean' }
    if (!(type.flags & FLAG.object) || text === 'Decimal') return text === 'Decimal' ? { type: 'string' } : {}
    const [item] = this.checker.getTypeArguments(type as never)
    if (item !== undefined && /^(Array<.*>|.*\[\])$/s.test(text)) {
      return { type: 'array', items: this.schema(item) }
    }
    return this.object(type, whole)
  }

  private union(types: readonly Type[]): Schema {
    const parts = types.filter((type) => !(type.flags & FLAG.undefined)).map((type) => this.schema(type))
    const isText = parts.some((part) => part.type === 'string')
    const kept = parts.filter((part) => !(isText && typeof part.const === 'string'))
    const different = [...new Map(kept.map((part) => [JSON.stringify(part), part])).values()]
    const [only] = different
    return different.length === 1 && only !== undefined ? only : { anyOf: different }
  }

  private object(type: Type, whole: boolean): Schema {
    const known = this.named.get(type)
    if (known !== undefined) return { $ref: known }
    const symbol = type.symbol
    const name = this.checker.getFullyQualifiedName(symbol).replace(/^.*"\./, '')
    const isResource = type.getProperty('object') !== undefined && !name.includes('.')
    if (isResource && !whole && !HELD.includes(name)) return { resource: name }
    const index = this.checker.getIndexInfosOfType(type)[0]
    if (index !== undefined) return { type: 'object', values: this.schema(index.type) }
    const isNamed = !name.startsWith('__')
    const key = isNamed && this.definitions[name] !== undefined ? `${name}_${this.named.size}` : name
    const made: Schema = {}
    if (isNamed) {
      this.named.set(type, key)
      this.definitions[key] = made
    }
    const fields: Record<string, Schema> = {}
    const required: string[] = []
    for (const property of this.checker.getPropertiesOfType(type)) {
      const of = this.checker.getTypeOfSymbol(property)
      if (of.getCallSignatures().length > 0) continue
      fields[property.name] = this.schema(of)
      if (!(property.flags & 16_777_216)) required.push(property.name)
    }
    Object.assign(made, closed(fields, required))
    return isNamed ? { $ref: key } : made
  }
}

const closed = (fields: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  fields,
  required,
})

/** One line per call and type, so that a new version gives a readable diff. */
const lines = (entries: Record<string, Schema>): string =>
  `{\n${Object.entries(entries)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => `${JSON.stringify(name)}:${JSON.stringify(schema)}`)
    .join(',\n')}\n}`

const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
const { operations, definitions } = readShapes()
writeFileSync(
  FILE,
  `{"version":${JSON.stringify(version)},"operations":${lines(operations)},"definitions":${lines(definitions)}}\n`,
)
