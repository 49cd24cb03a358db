import fc from 'fast-check'
import { z } from 'zod'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Schema = { [keyword: string]: unknown } & {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** Values for fields besides generated ones, by field name or text format. */
export type Pool = Readonly<Record<string, readonly string[]>>

/** Inputs that match the schema: mostly valid, some altered in one or two places, some of another type. */
export function inputsOf(schema: z.ZodType, pool: Pool): fc.Arbitrary<unknown> {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const formed = formedBy(described, '', pool)
  const bent = fc.tuple(formed, fc.nat(), fc.nat()).map(([value, leaf, way]) => bend(value, leaf, way))
  const twice = fc.tuple(bent, fc.nat(), fc.nat()).map(([value, leaf, way]) => bend(value, leaf, way))
  return fc.oneof(
    { weight: 4, arbitrary: formed },
    { weight: 6, arbitrary: bent },
    { weight: 2, arbitrary: twice },
    { weight: 1, arbitrary: fc.constantFrom(...NO_INPUTS) },
  ) as fc.Arbitrary<unknown>
}

function formedBy(schema: Schema, name: string, pool: Pool): fc.Arbitrary<Json> {
  if ('const' in schema) return fc.constant(schema.const as Json)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as Json[]))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => formedBy(choice, name, pool)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, pool)
    case 'array':
      return fc.array(formedBy(schema.items ?? {}, name, pool), { maxLength: 3 })
    case 'string':
      return textOf(schema, name, pool)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.constantFrom<Json>('text', 1, null, {}, [])
  }
}

/** A record has the same schema for each of its keys. */
function propertiesOf({ properties, required = [], additionalProperties: each }: Schema) {
  if (properties !== undefined || typeof each !== 'object') return properties ?? {}
  return Object.fromEntries(required.map((name) => [name, each as Schema]))
}

function objectOf(schema: Schema, pool: Pool): fc.Arbitrary<Json> {
  const { required = [] } = schema
  const fields = Object.entries(propertiesOf(schema)).map(([name, field]) => [
    name,
    formedBy(field, name, pool),
  ])
  const model: Record<string, fc.Arbitrary<Json>> = Object.fromEntries(fields)
  return fc.record(model, { requiredKeys: required })
}

function textOf(schema: Schema, name: string, pool: Pool): fc.Arbitrary<string> {
  const known = pool[name] ?? pool[String(schema.format)]
  const max = Math.min(Number(schema.maxLength ?? 30), 200)
  const min = Math.min(Number(schema.minLength ?? 0), max)
  const madeUp = fc.string({ minLength: min, maxLength: max, unit: 'grapheme' })
  return known === undefined ? madeUp : fc.constantFrom(...known)
}

function numberOf({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const low = Number(minimum ?? -10)
  const high = Number(maximum ?? 1_000_000)
  const small = fc.integer({
    min: Math.max(low, -100),
    max: Math.max(Math.min(high, 100), Math.max(low, -100)),
  })
  return fc.oneof(small, small, fc.constantFrom(low, high))
}

const LONG = 'x'.repeat(10_000_000)
const TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\udfff tail',
  '\u202Eevil\u202C',
  '\u001b[31m\u0007',
  '0000-01-01',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01',
  '2026-02-30',
  'NaN',
  'Infinity',
  '1e400',
  '-0',
  '99999999999999999999999999',
  "'; drop table users; --",
  '%_\\',
  '"name","email"\n"a"b,c\n',
  'name,email\n"broken',
  `\ufeff"name;email\n`,
  '../../../etc/passwd',
  '{{constructor.constructor}}',
  '__proto__',
  '00000000-0000-0000-0000-000000000000',
  Buffer.from(JSON.stringify(['NaN', 'x'])).toString('base64url'),
  Buffer.from(JSON.stringify(['\0', '\0'])).toString('base64url'),
  Buffer.from(JSON.stringify(['Infinity', '1e999'])).toString('base64url'),
  Buffer.from(JSON.stringify([{}, []])).toString('base64url'),
  Buffer.from('null').toString('base64url'),
  LONG,
]
const NUMBERS = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -1,
  -0,
  0.5,
  1e21,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  Number.MAX_SAFE_INTEGER,
  Number.MAX_VALUE,
]
const DEEP = Array.from({ length: 5000 }).reduce<Json>((inner) => [inner], 1)
const OTHERS = [
  null,
  undefined,
  true,
  0,
  'text',
  [],
  {},
  DEEP,
  { toString: 1 },
  [null],
  () => 1,
  Symbol('s'),
  10n,
]
const NO_INPUTS = [...OTHERS, ...NUMBERS, LONG, new Date(Number.NaN), JSON.parse('{"__proto__":{"id":1}}')]

/** The value with one part replaced by something a careless or hostile caller might send. */
function bend(value: unknown, leaf: number, way: number): unknown {
  const paths = pathsOf(value)
  const path = paths[leaf % paths.length] ?? []
  return replaceAt(value, path, (part) => hostile(part, way))
}

function hostile(part: unknown, way: number): unknown {
  const pick = (choices: readonly unknown[]) => choices[Math.floor(way / 4) % choices.length]
  if (way % 8 === 7) return pick(OTHERS)
  if (typeof part === 'string') {
    const middle = Math.floor(part.length / 2)
    const salted = (salt: string) => part.slice(0, middle) + salt + part.slice(middle)
    return way % 2 === 0 ? pick(TEXTS) : pick([salted('\0'), salted('\ud83d'), salted('\u202e'), `${part}\n`])
  }
  if (typeof part === 'number') return pick(NUMBERS)
  if (Array.isArray(part)) return pick([[], Array(10_000).fill(part[0] ?? 'x'), [...part, ...part], DEEP])
  if (typeof part === 'object' && part !== null) return { ...part, unexpected: pick(TEXTS) }
  return pick([...TEXTS, ...NUMBERS])
}

type Path = (string | number)[]
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || value === DEEP || path.length > 8) return [path]
  return [path, ...Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key]))]
}

function replaceAt(value: unknown, [key, ...rest]: Path, change: (part: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const parts = copy as Record<string | number, unknown>
  parts[key] = replaceAt(parts[key], rest, change)
  return copy
}
