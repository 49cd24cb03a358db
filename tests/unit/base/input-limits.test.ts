import { expect, test } from 'vitest'
import { z } from 'zod'
import { appRouter } from '#server/router.ts'

/** A body is a megabyte at most; these are limits within one call. */
const LONGEST_TEXT = 900_000
const MAX_ENTRIES = 500

/** Formats limited by their pattern. */
const BOUNDED_FORMATS = ['uuid', 'date', 'date-time', 'email']

/** Where the schema accepts a text, list or record of any length. */
function unbounded(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part) => unbounded(part, path))
  if (typeof schema !== 'object' || schema === null) return []
  const rules = schema as Record<string, unknown>
  const found: string[] = []
  if (rules.type === 'string' && !isBoundedText(rules)) found.push(`${path}: a text of any length`)
  if (rules.type === 'array' && !(Number(rules.maxItems ?? Infinity) <= MAX_ENTRIES)) {
    found.push(`${path}: a list of any length`)
  }
  const { enum: keys } = (rules.propertyNames ?? {}) as Record<string, unknown>
  // A plain object drops unknown keys.
  if (rules.type === 'object' && keys === undefined && (rules.additionalProperties ?? false) !== false)
    found.push(`${path}: any keys`)
  for (const [name, value] of Object.entries(rules.properties ?? {})) {
    found.push(...unbounded(value, `${path}.${name}`))
  }
  for (const word of ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf']) {
    found.push(...unbounded(rules[word], word === 'items' ? `${path}[]` : path))
  }
  return found
}

function isBoundedText({
  maxLength,
  enum: choices,
  const: only,
  format,
  pattern,
}: Record<string, unknown>): boolean {
  if (choices !== undefined || only !== undefined) return true
  if (Number(maxLength ?? Infinity) <= LONGEST_TEXT) return true
  if (BOUNDED_FORMATS.includes(String(format))) return true
  return typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && !/[*+]|,\}/.test(pattern)
}

test('every text, list and record in an input has a limit', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: unknown[] } }>
  const inputs = Object.entries(procedures).flatMap(([path, { _def }]) =>
    _def.inputs.filter((input) => input instanceof z.ZodType).map((input) => [path, input] as const),
  )
  expect(inputs.length).toBeGreaterThan(100)
  const problems = inputs.flatMap(([path, input]) =>
    unbounded(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' }), path),
  )
  expect(problems).toEqual([])
})
