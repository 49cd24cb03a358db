import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { AnyTRPCRouter } from '@trpc/server'
import type { Ctx } from '../../core/context.ts'
import { refusalOf } from '../../core/restrictions.ts'
import {
  audienceOf,
  IDEMPOTENCY_KEY,
  inputSchema,
  meaningOf,
  type ProcedureDef,
  proceduresForPrograms,
  type Schema,
} from '../open-api.ts'

/** A procedure as an agent sees it. */
export interface ProcedureTool {
  path: string
  changes: boolean
  procedure: ProcedureDef
  tool: Tool
}

/** The argument beside the input of whatever changes something. */
export const KEY_ARGUMENT = 'idempotency_key'

const toolsByRouter = new WeakMap<AnyTRPCRouter, Map<string, ProcedureTool>>()

/** Everything a token may ever reach, by the tool's name. */
export function toolsOf(router: AnyTRPCRouter): Map<string, ProcedureTool> {
  let tools = toolsByRouter.get(router)
  if (tools === undefined) {
    tools = new Map(
      proceduresForPrograms(router).map(([path, procedure]) => [toolName(path), toTool(path, procedure)]),
    )
    toolsByRouter.set(router, tools)
  }
  return tools
}

/** What this caller can use: within their role, the token's scopes, and reading unless they asked for more. */
export const toolsFor = (
  tools: Iterable<ProcedureTool>,
  ctx: Pick<Ctx, 'actor' | 'reach'>,
  writes: boolean,
): Tool[] =>
  [...tools]
    .filter(({ changes, procedure: { meta } }) => {
      if (meta?.can === undefined || (changes && !writes)) return false
      return refusalOf(ctx, { can: meta.can, changes, whileReading: meta.whileReading }) === null
    })
    .map(({ tool }) => tool)

/** Some clients know no dots in names. */
export const toolName = (path: string): string => path.replace('.', '_')

/** What adds without touching what was there; by the protocol everything else counts as destructive. */
const ADDS = /^(add|create|duplicate|record|start)/
/** What has no further effect when it is done once more. */
const SETTLES = /^(delete|mark|remove|revoke|set)/

function toTool(path: string, procedure: ProcedureDef): ProcedureTool {
  const changes = procedure.type === 'mutation'
  const [, name = ''] = path.split('.')
  const meaning = meaningOf(path)
  const tool: Tool = {
    name: toolName(path),
    title: path,
    description: `${changes ? 'Changes data' : 'Reads'}. ${audienceOf(procedure)}${meaning === null ? '' : ` Answers ${meaning}`}`,
    inputSchema: toArguments(inputSchema(procedure), changes),
    annotations: {
      title: path,
      readOnlyHint: !changes,
      destructiveHint: changes && !ADDS.test(name),
      idempotentHint: !changes || SETTLES.test(name),
      openWorldHint: false,
    },
  }
  return { path, changes, procedure, tool }
}

/** Arguments are one object: alternatives become one with the fields of all, which the procedure checks. */
function toArguments(schema: Schema | null, changes: boolean): Tool['inputSchema'] {
  const { $schema, oneOf, ...input } = concise(schema ?? { properties: {} }) as Schema & { oneOf?: Schema[] }
  const fields = oneOf === undefined ? input : asOneObject(oneOf)
  const { description, schema: key } = IDEMPOTENCY_KEY
  return {
    ...fields,
    type: 'object',
    properties: {
      ...(fields.properties as object | undefined),
      ...(changes && { [KEY_ARGUMENT]: { ...key, description } }),
    },
    additionalProperties: false,
  }
}

function asOneObject(alternatives: Schema[]): Schema {
  const seen = new Map<string, unknown[]>()
  for (const { properties } of alternatives) {
    for (const [name, field] of Object.entries(properties as Schema)) {
      const text = JSON.stringify(field)
      const known = seen.get(name) ?? []
      if (!known.some((one) => JSON.stringify(one) === text)) seen.set(name, [...known, field])
    }
  }
  const required = alternatives.map((one) => (one.required ?? []) as string[])
  return {
    properties: Object.fromEntries(
      [...seen].map(([name, fields]) => [name, fields.length === 1 ? fields[0] : { anyOf: fields }]),
    ),
    required: required[0]?.filter((name) => required.every((names) => names.includes(name))) ?? [],
  }
}

/** Without what a format says already and the bounds every integer has: agents pay for each word. */
function concise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(concise)
  if (typeof value !== 'object' || value === null) return value
  const { format } = value as Schema
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, entry]) => {
        if (name === 'pattern') return format === undefined
        return Math.abs(entry as number) !== Number.MAX_SAFE_INTEGER
      })
      .map(([name, entry]) => [name, concise(entry)]),
  )
}
