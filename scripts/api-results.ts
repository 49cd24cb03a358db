import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildGenerator, type Definition } from 'typescript-json-schema'
import { proceduresForPrograms } from '#server/http/open-api.ts'
import { type AppRouter, appRouter } from '#server/router.ts'
import { clientTypes } from './tools/client-types.ts'
import { openTypes } from './tools/type-program.ts'

/**
 * Derives what each procedure answers from its TypeScript type and writes it as JSON Schema, for the
 * OpenAPI document and the types of `foyer-client`; `--check` only says whether both still agree with the code.
 */
const ROOT = join(import.meta.dirname, '..')
const RESULTS = 'server/http/api-results.gen.json'
const CLIENT = 'packages/foyer-client/src/api.gen.ts'

/** The results by domain and procedure, as the schema generator reads them; nothing has no schema. */
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

/** An intersection of objects with the properties of all of them; a branded text is a text on the wire. */
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

/** What they are of is lost in the schema. */
const OF_THE_LANGUAGE = ['Array', 'Exclude', 'Pick', 'Record']

/** `InvoiceDto`, or `InvoiceDtoPage` of `Page<InvoiceDto>`; null for a type that is written where it is used. */
function componentName(name: string, types: Schemas): string | null {
  const [, generic, of = ''] = /^(Page)<(\w+)>$/.exec(name) ?? []
  if (generic !== undefined) return of + generic
  // Types that share a name are told apart by a number that another change may move.
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

/** Unions come in the order in which the compiler met their members, which unrelated changes move. */
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

/** One line for each result and each component, so that a change shows as one. */
function toText(groups: Record<string, Record<string, Definition | Schema | null>>): string {
  const blocks = Object.entries(groups).map(([group, entries]) => {
    const lines = Object.entries(entries).map(([name, schema]) => `    "${name}": ${JSON.stringify(schema)}`)
    return `  "${group}": {\n${lines.join(',\n')}\n  }`
  })
  return `{\n${blocks.join(',\n')}\n}\n`
}

const described = collectResults()
const files = [
  [RESULTS, toText(described)],
  [CLIENT, clientTypes(described)],
] as const
for (const [file, text] of files) {
  if (!process.argv.includes('--check')) {
    writeFileSync(join(ROOT, file), text)
  } else if (readFileSync(join(ROOT, file), 'utf8') !== text) {
    console.error(`${file} is behind the code: run "npm run api-results".`)
    process.exitCode = 1
  }
}
