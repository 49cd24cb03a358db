import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { AnyTRPCRouter } from '@trpc/server'
import type { AppError } from '../../../base/core/calls/errors.ts'
import { currentPath, type EarlierNames } from '../../../base/core/calls/renamed-procedures.ts'
import { refusalOf } from '../../../base/core/calls/restrictions.ts'
import type { Ctx, Effects, ProcedureEffect } from '../../../base/core/context.ts'
import {
  IDEMPOTENCY_KEY,
  inputSchema,
  meaningOf,
  type ProcedureDef,
  proceduresForPrograms,
  type Schema,
  scopeFor,
  takesKey,
} from '../api/open-api.ts'
import { type Consequences, consequencesOf } from './effects.ts'

/** A procedure as a tool. */
export interface ProcedureTool {
  path: string
  changes: boolean
  procedure: ProcedureDef
  effect: ProcedureEffect
  consequences: Consequences
  tool: Tool
}

/** The idempotency argument of mutations, next to their input. */
export const KEY_ARGUMENT = 'idempotency_key'
/** The argument that confirms calls that delete, move money, contact people or can't be undone. */
export const CONFIRMATION_ARGUMENT = 'confirmation'
const CONFIRMATION = {
  type: 'string',
  maxLength: 100,
  description: 'From the preview that the same call returned without it. Valid once, for ten minutes.',
}

const toolsByRouter = new WeakMap<AnyTRPCRouter, Map<string, ProcedureTool>>()

/** All procedures available to access tokens, by tool name. */
export function toolsOf(router: AnyTRPCRouter, effects: Effects): Map<string, ProcedureTool> {
  let tools = toolsByRouter.get(router)
  if (tools === undefined) {
    tools = new Map(
      proceduresForPrograms(router).map(([path, procedure]) => [
        toolName(path),
        toTool(path, procedure, effects),
      ]),
    )
    toolsByRouter.set(router, tools)
  }
  return tools
}

/**
 * What prevents the caller from using a tool: their role, the token's scopes, or a restriction; null if
 * nothing does.
 */
export const toolRefusal = (
  { changes, procedure: { meta } }: ProcedureTool,
  ctx: Pick<Ctx, 'actor' | 'reach'>,
): AppError | null =>
  refusalOf(ctx, { can: meta?.can ?? 'session.own', changes, whileReading: meta?.whileReading })

/** The caller's tools; only queries unless they asked for write access. */
export const toolsFor = (
  tools: Iterable<ProcedureTool>,
  ctx: Pick<Ctx, 'actor' | 'reach'>,
  writes: boolean,
): ProcedureTool[] =>
  [...tools].filter((tool) => (writes || !tool.changes) && toolRefusal(tool, ctx) === null)

/** Some clients don't support dots in names. */
export const toolName = (path: string): string => path.replace('.', '_')

/** The tool's name in this version, for an earlier or the current one. */
export const currentTool = (name: string, names: EarlierNames): string =>
  name.includes('.') ? name : toolName(currentPath(name.replace('_', '.'), names))

function toTool(path: string, procedure: ProcedureDef, effects: Effects): ProcedureTool {
  const changes = procedure.type === 'mutation'
  const meaning = meaningOf(path)
  const returns = meaning === null ? [] : [`Returns ${meaning.replace(/[^.]$/, '$&.')}`]
  // An undeclared effect counts as the most severe; a test requires the declaration.
  const effect = effects[path] ?? { does: `Runs ${path}.`, records: [], sends: true }
  const consequences = changes ? consequencesOf(effect) : READS
  const tool: Tool = {
    name: toolName(path),
    title: path,
    description: [...wordsOf(effect, consequences), ...returns]
      .concat(`Needs the scope \`${scopeFor(procedure)}\`.`)
      .join(' '),
    inputSchema: toArguments(inputSchema(procedure), takesKey(procedure), consequences.grave),
    annotations: annotationsOf(path, changes, consequences),
  }
  return { path, changes, procedure, effect, consequences, tool }
}

const READS: Consequences = { destructive: false, idempotent: true, outside: false, grave: false }

/** The tool's description in the protocol's format. */
export const annotationsOf = (title: string, changes: boolean, consequences: Consequences) => ({
  title,
  readOnlyHint: !changes,
  destructiveHint: consequences.destructive,
  idempotentHint: consequences.idempotent,
  openWorldHint: consequences.outside,
})

/** What a procedure does and its consequences. */
export function wordsOf({ does, follows, uses }: ProcedureEffect, { grave }: Consequences): string[] {
  return [
    does,
    ...(follows === undefined ? [] : [follows]),
    ...(uses === undefined ? [] : [`Uses ${uses}.`]),
    ...(grave ? [`Asks for \`${CONFIRMATION_ARGUMENT}\` with a preview first.`] : []),
  ]
}

/**
 * Arguments are a single object: alternatives are merged into one with all fields, and the procedure
 * validates it.
 */
export function toArguments(schema: Schema | null, keyed: boolean, grave: boolean): Tool['inputSchema'] {
  const { $schema, oneOf, ...input } = concise(schema ?? { properties: {} }) as Schema & { oneOf?: Schema[] }
  const fields = oneOf === undefined ? input : asOneObject(oneOf)
  const { description, schema: key } = IDEMPOTENCY_KEY
  return {
    ...fields,
    type: 'object',
    properties: {
      ...(fields.properties as object | undefined),
      ...(keyed && { [KEY_ARGUMENT]: { ...key, description } }),
      ...(grave && { [CONFIRMATION_ARGUMENT]: CONFIRMATION }),
    },
    additionalProperties: false,
  }
}

function asOneObject(alternatives: Schema[]): Schema {
  const fieldsByName = new Map<string, unknown[]>()
  for (const { properties } of alternatives) {
    for (const [name, field] of Object.entries(properties as Schema)) {
      const text = JSON.stringify(field)
      const earlier = fieldsByName.get(name) ?? []
      if (!earlier.some((one) => JSON.stringify(one) === text)) fieldsByName.set(name, [...earlier, field])
    }
  }
  const required = alternatives.map((one) => (one.required ?? []) as string[])
  return {
    properties: Object.fromEntries(
      [...fieldsByName].map(([name, fields]) => [name, fields.length === 1 ? fields[0] : { anyOf: fields }]),
    ),
    required: required[0]?.filter((name) => required.every((names) => names.includes(name))) ?? [],
  }
}

/** Omits redundant constraints, because agents pay for each word. */
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
      .map(([name, entry]) => [name, name === 'anyOf' ? alternativesOf(entry) : concise(entry)]),
  )
}

/** Nested alternatives as one list, without the empty text that forms send for null. */
const alternativesOf = (schemas: Schema[]): unknown[] =>
  schemas.flatMap((schema) => {
    if (schema.anyOf !== undefined) return alternativesOf(schema.anyOf as Schema[])
    return schema.const === '' ? [] : [concise(schema)]
  })
