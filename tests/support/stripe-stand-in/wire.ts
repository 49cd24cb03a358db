import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FormValue, parseForm } from './form.ts'
import { withUsual } from './usual.ts'

/** A type of the pinned client; an empty one is anything, `resource` another object or its id. */
interface Shape {
  $ref?: string
  resource?: string
  type?: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'
  const?: string | number
  anyOf?: Shape[]
  items?: Shape
  /** Of objects with names of their own choice, as metadata. */
  values?: Shape
  fields?: Record<string, Shape>
  required?: string[]
}

interface Operation {
  params: Shape
  optional: boolean
  list: boolean
  answer: Shape
}

interface Shapes {
  version: string
  operations: Record<string, Operation>
  definitions: Record<string, Shape>
}

/** Written by `npm run stripe-shapes` from the types of the pinned client. */
export const SHAPES: Shapes = JSON.parse(readFileSync(join(import.meta.dirname, 'shapes.gen.json'), 'utf8'))

/** What makes something at Stripe is named by a key of ours, so that it is made once. */
const MAKES = new Set([
  'POST /v1/payment_intents',
  'POST /v1/setup_intents',
  'POST /v1/refunds',
  'POST /v1/customers',
  'POST /v1/subscriptions',
  'POST /v1/accounts',
])
const RETRIED_BY_CLIENT = /^stripe-node-retry-/

export interface WireCall {
  verb: string
  /** With its query. */
  address: string
  body: string
  idempotencyKey: string | null
}

function operationOf(verb: string, path: string): [string, Operation | undefined] {
  const exact = `${verb} ${path}`
  if (SHAPES.operations[exact] !== undefined) return [exact, SHAPES.operations[exact]]
  const general = `${verb} ${path.replace(/^(\/v1\/\w+)\/[^/]+/, '$1/:id')}`
  return [general, SHAPES.operations[general]]
}

/** What of a call the client's types don't allow; nothing where all is well. */
export function problemsOfCall({ verb, address, body, idempotencyKey }: WireCall): string[] {
  const { pathname, search } = new URL(address, 'http://stripe.test')
  const [name, operation] = operationOf(verb, pathname)
  if (operation === undefined) return [`${name} is not in scripts/stripe-shapes.ts`]
  const form = parseForm(new URLSearchParams(verb === 'POST' ? body : search))
  const problems = problemsOf(form, operation.params, name)
  const isKeyed = idempotencyKey !== null && !RETRIED_BY_CLIENT.test(idempotencyKey)
  if (MAKES.has(name) && !isKeyed) problems.push(`${name} has no idempotency key of ours`)
  for (const path of expanded(form)) {
    if (!canExpand(operation, path)) problems.push(`${name} can't expand ${path}`)
  }
  return problems
}

const expanded = ({ expand }: { expand?: FormValue }): string[] =>
  typeof expand === 'object' ? Object.values(expand).filter((path) => typeof path === 'string') : []

/** Whether the answer has something at the path that is another object. */
function canExpand({ answer, list }: Operation, path: string): boolean {
  const names = path.split('.')
  if (list && names.shift() !== 'data') return false
  return (
    names.reduce<Shape[]>((shapes, name) => shapes.flatMap((shape) => fieldOf(shape, name)), [answer])
      .length > 0
  )
}

function fieldOf(shape: Shape, name: string): Shape[] {
  const own = resolve(shape)
  if (own.anyOf !== undefined) return own.anyOf.flatMap((part) => fieldOf(part, name))
  if (own.items !== undefined) return fieldOf(own.items, name)
  // What lies within objects that are looked at no further is theirs to say.
  if (own.resource !== undefined) return [own]
  const field = own.fields?.[name]
  return field === undefined ? [] : [field]
}

function resolve(shape: Shape): Shape {
  const known = shape.$ref === undefined ? shape : SHAPES.definitions[shape.$ref]
  if (known === undefined) throw new Error(`The type ${shape.$ref} is not described.`)
  return known
}

/** How a value differs from its type. Forms carry texts alone, by which their type must be readable. */
function problemsOf(value: unknown, shape: Shape, at: string, isForm = true): string[] {
  const type = resolve(shape)
  if (type.anyOf !== undefined) return closest(value, type.anyOf, at, isForm)
  if (type.const !== undefined) return value === type.const ? [] : [`${at} is not ${type.const}`]
  const wrong = [`${at} is no ${type.type}: ${JSON.stringify(value)?.slice(0, 60)}`]
  switch (type.type) {
    case 'string':
      return typeof value === 'string' ? [] : wrong
    case 'number':
      return isNumber(value, isForm) ? [] : wrong
    case 'boolean':
      return typeof value === 'boolean' || (isForm && /^(true|false)$/.test(String(value))) ? [] : wrong
    case 'null':
      return value === null || (isForm && value === '') ? [] : wrong
    case 'array':
      if (typeof value !== 'object' || value === null || !(isForm || Array.isArray(value))) return wrong
      return Object.entries(value).flatMap(([index, item]) =>
        problemsOf(item, type.items ?? {}, `${at}[${index}]`, isForm),
      )
    case 'object':
      return typeof value === 'object' && value !== null
        ? problemsOfObject(value as Record<string, unknown>, type, at, isForm)
        : wrong
    default:
      return []
  }
}

const isNumber = (value: unknown, isForm: boolean): boolean =>
  isForm ? typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) : typeof value === 'number'

/** The problems of the alternative that the value comes closest to. */
function closest(value: unknown, parts: readonly Shape[], at: string, isForm: boolean): string[] {
  const tried = parts.map((part) => problemsOf(value, part, at, isForm))
  const [best] = tried.toSorted((a, b) => a.length - b.length)
  if (best === undefined || best.length === 0) return []
  const whole = tried.filter((problems) => problems.some((problem) => !problem.startsWith(`${at} is no`)))
  return whole[0] ?? best
}

function problemsOfObject(
  value: Record<string, unknown>,
  { fields = {}, required = [], values }: Shape,
  at: string,
  isForm: boolean,
): string[] {
  const problems = required
    .filter((name) => value[name] === undefined)
    .map((name) => `${at}.${name} is missing`)
  for (const [name, inner] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : values
    if (field === undefined) problems.push(`${at}.${name} is unknown`)
    else if (inner !== undefined) problems.push(...problemsOf(inner, field, `${at}.${name}`, isForm))
  }
  return problems
}

/** An answer with what it leaves out as Stripe has it where there is nothing: null, no, none. */
export function completed(call: Pick<WireCall, 'verb' | 'address'>, answer: unknown): unknown {
  const { pathname } = new URL(call.address, 'http://stripe.test')
  const [, operation] = operationOf(call.verb, pathname)
  if (operation === undefined) return answer
  if (!operation.list) return fill(answer, operation.answer)
  const { data, ...beside } = answer as { data: unknown[] }
  return { ...beside, data: data.map((item) => fill(item, operation.answer)) }
}

function fill(value: unknown, shape: Shape): unknown {
  const type = resolve(shape)
  if (type.anyOf !== undefined) {
    const part = type.anyOf.find((one) => isLike(value, resolve(one)))
    return part === undefined ? value : fill(value, part)
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, type.items ?? {}))
  if (type.fields === undefined || typeof value !== 'object' || value === null) return value
  const own = withUsual(value as Record<string, unknown>)
  const made = Object.fromEntries(
    Object.entries(own).map(([name, inner]) => [name, fill(inner, type.fields?.[name] ?? {})]),
  )
  for (const name of type.required ?? []) {
    if (own[name] !== undefined) continue
    const nothing = nothingOf(type.fields[name] ?? {})
    if (nothing !== undefined) made[name] = nothing
  }
  return made
}

/** Objects are told apart by what they call themselves. */
function isLike(value: unknown, { type, fields }: Shape): boolean {
  if (Array.isArray(value)) return type === 'array'
  if (typeof value !== 'object' || value === null) return false
  const name = fields?.object && resolve(fields.object).const
  return type === 'object' && (name === undefined || name === (value as { object?: unknown }).object)
}

function nothingOf(shape: Shape): unknown {
  const type = resolve(shape)
  if (type.anyOf !== undefined) return type.anyOf.some((part) => part.type === 'null') ? null : undefined
  if (type.type === 'null') return null
  if (type.type === 'boolean') return false
  if (type.type === 'array') return []
  if (type.values !== undefined) return {}
  return undefined
}

/** What of an answer is not as the client's types have it. */
export function problemsOfAnswer(call: Pick<WireCall, 'verb' | 'address'>, answer: unknown): string[] {
  const { pathname } = new URL(call.address, 'http://stripe.test')
  const [name, operation] = operationOf(call.verb, pathname)
  if (operation === undefined) return []
  const items = operation.list ? (answer as { data: unknown[] }).data : [answer]
  return items.flatMap((item) => problemsOf(item, operation.answer, `answer to ${name}`, false))
}
