import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describeApi } from '#server/door/http/api/open-api.ts'
import { appRouter } from '#server/router.ts'

interface Operation {
  description: string
  security: { token: string[] }[]
  responses: { 200: { content: { 'application/json': { schema: object } } } }
  parameters?: {
    name: string
    required?: boolean
    content: { 'application/json': { schema: { required?: string[] } } }
  }[]
}

export interface ApiDocument {
  paths: Record<string, { get?: Operation; post?: Operation }>
  components: { schemas: Record<string, object> }
}

/** The OpenAPI document as served. */
export const apiDocument = JSON.parse(
  JSON.stringify(describeApi(appRouter, { appName: 'Foyer', publicUrl: 'https://portal.example' })),
) as ApiDocument

const validators = new Map<string, ValidateFunction>()
// Unions of types (`string` or `null`) are intended.
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })
for (const [name, schema] of Object.entries(closed(apiDocument.components.schemas))) {
  ajv.addSchema(schema as object, `#/components/schemas/${name}`)
}

/** How a response differs from its description; undocumented properties count as well. */
export function mismatches(path: string, answer: unknown): string[] {
  const { get, post } = apiDocument.paths[`/trpc/${path}`] ?? {}
  const operation = get ?? post
  if (operation === undefined) throw new Error(`${path} is not described.`)
  let validate = validators.get(path)
  if (validate === undefined) {
    validate = ajv.compile(closed(operation.responses[200].content['application/json'].schema))
    validators.set(path, validate)
  }
  const valid = validate(JSON.parse(JSON.stringify({ result: { data: answer } })))
  return valid ? [] : (validate.errors ?? []).map((error) => `${path}${error.instancePath} ${error.message}`)
}

/** The schemas with additional properties disallowed. */
function closed<Value>(schema: Value): Value {
  if (Array.isArray(schema)) return schema.map(closed) as Value
  if (schema === null || typeof schema !== 'object') return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isObject = inner.type === 'object' && inner.properties !== undefined
  return (isObject ? { ...inner, additionalProperties: false } : inner) as Value
}
