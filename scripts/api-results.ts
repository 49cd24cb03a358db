import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildGenerator, type Definition } from 'typescript-json-schema'
import { proceduresForPrograms } from '#server/door/http/api/open-api.ts'
import { type AppRouter, appRouter } from '#server/router.ts'
import { openTypes } from './tools/type-program.ts'

/**
 * Derives each procedure's result from its TypeScript type and writes it as JSON Schema, for the OpenAPI
 * document and the types of `foyer-client`; `--check` only verifies that it matches the code.
 */
const ROOT = join(import.meta.dirname, '..')
const RESULTS = 'server/door/http/api/api-results.gen.json'

/**
 * The results by domain and procedure, as input for the schema generator; procedures without a result have no
 * schema.
 */
export type Results = ResultsOf<AppRouter['_def']['record']>

type ResultsOf<Branch> = {
  [Name in keyof Branch as Branch[Name] extends Answering<infer Result>
    ? [undefined] extends [Result]
      ? never
      : Name
    : Name]: Branch[Name] extends Answering<infer Result> ? Result : ResultsOf<Branch[Name]>
}
type Answering<Result> = { _def: { $types: { output: Result } } }

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Schema = { [key: string]: Json }
type Schemas = Record<string, Schema>

function readTypes(): { domains: Schemas; types: Schemas } {
  const program = openTypes(import.meta.filename)
  const generator = buildGenerator(program, { required: true, aliasRef: true, ignoreErrors: true })
  if (generator === null) throw new Error('The types of the router cannot be read.')
  const { properties, definitions } = generator.getSchemaForSymbol('Results')
  const types = definitions as unknown as Schemas
  const domains = Object.entries(properties as unknown as Schemas).map(([domain, { $ref }]) => [
    domain,
    typeAt($ref, types).type.properties,
  ])
  return { domains: Object.fromEntries(domains), types }
}

function typeAt($ref: Json | undefined, types: Schemas): { name: string; type: Schema } {
  const name = decodeURIComponent(String($ref).replace('#/definitions/', ''))
  const type = types[name]
  if (type === undefined) throw new Error(`The type ${name} is not described.`)
  return { name, type }
}

/** An intersection of objects merged into one; a branded string is a string on the wire. */
function asOneObject({ allOf, ...beside }: Schema, types: Schemas): Schema {
  const parts = (allOf as Schemas[string][]).map((part) =>
    part.$ref === undefined ? part : typeAt(part.$ref, types).type,
  )
  const text = parts.find((part) => part.type === 'string')
  if (text !== undefined) return { ...text, ...beside }
  if (parts.some((part) => part.type !== 'object')) throw new Error('An intersection of other than objects.')
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  const required = parts.flatMap((part) => (part.required ?? []) as string[])
  return { type: 'object', properties, required: [...new Set(required)], ...beside }
}

/** The schema doesn't contain the element type. */
const OF_THE_LANGUAGE = ['Array', 'Exclude', 'Pick', 'Record']

/**
 * `InvoiceDto`, `InvoiceDtoPage` for `Page<InvoiceDto>`, or for `ClientDetailsDto` its name with its projects' type;
 * null for an inline type.
 */
function componentName(name: string, types: Schemas): string | null {
  const [, generic, of = ''] = /^(Page|\w+Dto)<(\w+)>$/.exec(name) ?? []
  if (generic !== undefined) return generic === 'Page' ? of + generic : generic
  // Types that share a name are distinguished by a number, which unrelated changes may shift.
  const isOwn = /^[A-Z][A-Za-z0-9]*$/.test(name) && !OF_THE_LANGUAGE.includes(name)
  return isOwn && types[`${name}_1`] === undefined ? name : null
}

function collectResults(): { results: Record<string, Schema | null>; components: Schemas } {
  const { domains, types } = readTypes()
  const components: Schemas = {}
  const rewrite = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(rewrite)
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value.allOf)) return rewrite(asOneObject(value, types))
    if (value.$ref === undefined) return ordered(mapValues(value, rewrite))
    const { $ref, ...beside } = value
    const { name, type } = typeAt($ref, types)
    const component = componentName(name, types)
    if (component === null) return rewrite({ ...type, ...beside })
    if (components[component] === undefined) {
      components[component] = {}
      components[component] = rewrite(type) as Schema
    }
    return { $ref: `#/components/schemas/${component}`, ...beside }
  }
  const results = proceduresForPrograms(appRouter).map(([path]): [string, Schema | null] => {
    const [domain = '', name = ''] = path.split('.')
    const result = domains[domain]?.[name]
    return [path, result === undefined ? null : (rewrite(result) as Schema)]
  })
  return { results: Object.fromEntries(results), components: sorted(components) }
}

/** The compiler's order of union members depends on unrelated changes, so sort them. */
function ordered(schema: Schema): Schema {
  for (const list of ['enum', 'required', 'type', 'anyOf']) {
    const members = schema[list]
    if (Array.isArray(members)) {
      schema[list] = members.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    }
  }
  return schema
}

const mapValues = (value: Schema, change: (value: Json) => Json): Schema =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]))

const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** One line for each result and component, so that diffs stay small. */
function toText(groups: Record<string, Record<string, Definition | Schema | null>>): string {
  const blocks = Object.entries(groups).map(([group, entries]) => {
    const lines = Object.entries(entries).map(([name, schema]) => `    "${name}": ${JSON.stringify(schema)}`)
    return `  "${group}": {\n${lines.join(',\n')}\n  }`
  })
  return `{\n${blocks.join(',\n')}\n}\n`
}

const text = toText(collectResults())
if (!process.argv.includes('--check')) {
  writeFileSync(join(ROOT, RESULTS), text)
} else if (readFileSync(join(ROOT, RESULTS), 'utf8') !== text) {
  console.error(`${RESULTS} is out of date: run "npm run api-results".`)
  process.exitCode = 1
}
