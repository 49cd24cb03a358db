import { z } from 'zod'
import { audienceOf, inputSchema, proceduresForPrograms, type Schema } from '#server/http/open-api.ts'
import { appRouter } from '#server/router.ts'

export interface Described {
  results: Record<string, Schema | null>
  components: Record<string, Schema>
}

/** The types of `foyer-client`: what each procedure takes and answers, and whether it reads or changes. */
export function clientTypes({ results, components }: Described): string {
  const domains = Object.entries(Object.groupBy(proceduresForPrograms(appRouter), ([path]) => domainOf(path)))
  return [
    '/** Written by `npm run api-results` from the procedures of the portal. */',
    'export interface CallOptions {',
    '  signal?: AbortSignal',
    '  /** Of a change: the same key and input take effect once, within 24 hours. A new one each call by default. */',
    '  idempotencyKey?: string',
    '}',
    'export type Call<Args extends unknown[], Result> = (...args: [...Args, options?: CallOptions]) => Promise<Result>',
    '',
    ...Object.entries(components).flatMap(([name, schema]) => [
      ...comment(schema, ''),
      `export type ${name} = ${typeText(schema, '')}`,
      '',
    ]),
    'export interface Foyer {',
    ...domains.flatMap(([domain, procedures = []]) => [
      `  ${domain}: {`,
      ...procedures.flatMap(([path, procedure]) => {
        const result = results[path]
        const output = result === null || result === undefined ? 'void' : typeText(result, '    ')
        return [
          `    /** ${audienceOf(procedure)} */`,
          `    ${nameOf(path)}: Call<[${argument(procedure)}], ${output}>`,
        ]
      }),
      '  }',
    ]),
    '}',
    '',
    "export const PROCEDURES: { [Domain in keyof Foyer]: { [Name in keyof Foyer[Domain]]: 'query' | 'mutation' } } = {",
    ...domains.flatMap(([domain, procedures = []]) => [
      `  ${domain}: {`,
      ...procedures.map(([path, { type }]) => `    ${nameOf(path)}: '${type}',`),
      '  },',
    ]),
    '}',
    '',
  ].join('\n')
}

const domainOf = (path: string): string => path.split('.')[0] ?? ''
const nameOf = (path: string): string => path.split('.')[1] ?? ''

/** Left out where the procedure does without. */
function argument(procedure: Parameters<typeof inputSchema>[0]): string {
  const schema = inputSchema(procedure)
  if (schema === null) return 'input?: undefined'
  const [input] = procedure.inputs
  const optional = input instanceof z.ZodType && input.safeParse({}).success
  return `input${optional ? '?' : ''}: ${typeText(schema, '    ')}`
}

const COMPONENT = '#/components/schemas/'

/** A schema's type; one that says more than types can is the type without it. */
function typeText(schema: Schema, indent: string): string {
  const { $ref, anyOf, oneOf, allOf, enum: members, type } = schema
  if (typeof $ref === 'string') {
    if (!$ref.startsWith(COMPONENT)) throw new Error(`A reference to elsewhere: ${$ref}`)
    return $ref.slice(COMPONENT.length)
  }
  const parts = (list: unknown, between: string): string =>
    [...new Set((list as Schema[]).map((part) => grouped(typeText(part, indent))))].join(between)
  if (allOf !== undefined) return parts(allOf, ' & ')
  if (anyOf !== undefined || oneOf !== undefined) return parts(anyOf ?? oneOf, ' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(members)) return members.map((member) => JSON.stringify(member)).join(' | ')
  if (Array.isArray(type)) return type.map((one) => typeText({ ...schema, type: one }, indent)).join(' | ')
  if (type === 'integer') return 'number'
  if (type === 'array') return arrayText(schema, indent)
  if (type === 'object') return objectText(schema, indent)
  return typeof type === 'string' ? type : 'unknown'
}

const grouped = (text: string): string => (/ [|&] /.test(text) && !text.startsWith('{') ? `(${text})` : text)

function arrayText({ items, prefixItems }: Schema, indent: string): string {
  const places = prefixItems ?? (Array.isArray(items) ? items : null)
  if (places !== null) return `[${(places as Schema[]).map((place) => typeText(place, indent)).join(', ')}]`
  const text = items === undefined ? 'unknown' : typeText(items as Schema, indent)
  return /[ {]/.test(text) ? `(${text})[]` : `${text}[]`
}

function objectText({ properties, required, additionalProperties }: Schema, indent: string): string {
  const fields = Object.entries((properties ?? {}) as Record<string, Schema>)
  if (fields.length === 0) {
    if (additionalProperties === false) return 'Record<string, never>'
    const values = typeText((additionalProperties ?? {}) as Schema, indent)
    return `Record<string, ${values}>`
  }
  const inner = `${indent}  `
  const lines = fields.flatMap(([name, schema]) => {
    const mark = ((required ?? []) as string[]).includes(name) ? '' : '?'
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
    return [...comment(schema, inner), `${inner}${key}${mark}: ${typeText(schema, inner)}`]
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

const comment = ({ description }: Schema, indent: string): string[] =>
  typeof description === 'string'
    ? [`${indent}/** ${description.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */`]
    : []
