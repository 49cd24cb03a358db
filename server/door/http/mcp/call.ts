import { randomUUID } from 'node:crypto'
import { type CallToolResult, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { type AnyTRPCProcedure, type AnyTRPCRouter, TRPCError } from '@trpc/server'
import { z } from 'zod'
import type { ErrorDetails } from '#shared/base/errors.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import { earlierAnswer, keyOf } from '../../../base/core/calls/idempotency.ts'
import { earlierPath } from '../../../base/core/calls/renamed-procedures.ts'
import { runCall } from '../../../base/core/calls/run-call.ts'
import { unsupportedTextIn } from '../../../base/core/calls/unsupported-text.ts'
import { maskError, toTrpcError } from '../../../base/core/calls/wire-errors.ts'
import type { Observed, RequestCtx, UserCtx } from '../../../base/core/context.ts'
import { takesKey } from '../api/open-api.ts'
import { createSettler, type Deadline } from '../rpc/settle.ts'
import { type Act, issueConfirmation, keyOfConfirmed } from './confirmation.ts'
import { isGraveToDo, type Preview, previewOf, previewText, statedPreview } from './preview.ts'
import { CONFIRMATION_ARGUMENT, KEY_ARGUMENT, type ProcedureTool, toolRefusal } from './tools.ts'

/** More would fill an agent's context without helping it. */
const MAX_RESULT_CHARACTERS = 100_000

const READING_ONLY =
  'This connection is read-only. To change something, connect with “?write=1” after the address, or FOYER_MCP_WRITE=1.'

export interface AgentCall {
  ctx: RequestCtx
  deadline: Deadline
  /** Whether the connection may change things, which the token may still forbid. */
  writes: boolean
  /** Whether all tools are listed, however many. */
  all: boolean
  /** SHA-256 of the access token. */
  credential: string
}

export type Arguments = Record<string, unknown>

/** A procedure's response: its result, or the error as callers see it. */
export type Answer = { data: unknown } | { failure: Failure }

export interface Failure {
  message: string
  data?: ErrorDetails & { code?: string }
}

/**
 * Runs a procedure's tool like a call over HTTP: with the same checks, idempotency key, audit and messages.
 */
export async function callTool(
  router: AnyTRPCRouter,
  tool: ProcedureTool,
  { [KEY_ARGUMENT]: given, [CONFIRMATION_ARGUMENT]: confirmation, ...input }: Arguments,
  call: AgentCall,
): Promise<CallToolResult> {
  if (!tool.changes) return toResult(tool, await ask(router, tool, input, call))
  if (!call.writes) return refused({ message: READING_ONLY, data: { reason: 'read_only' } })
  const key = given === undefined || !takesKey(tool.procedure) ? null : String(given)
  const act: Act = { ctx: call.ctx, credential: call.credential, path: tool.path, input, key }
  if (confirmation !== undefined) return confirmed(router, tool, act, String(confirmation), call)
  const keyed = { ...call.ctx, idempotencyKeys: [key ?? `agent:${randomUUID()}`] }
  if (!canBeTried(tool)) {
    if (!tool.consequences.grave)
      return toResult(tool, await ask(router, tool, input, { ...call, ctx: keyed }))
    const stated = await statePreview(router, tool, act, call)
    return 'does' in stated ? toPreview(tool, act, stated) : toResult(tool, stated)
  }
  let preview: Preview | undefined
  const review = (observed: Observed): void => {
    if (!isGraveToDo(observed)) return
    preview = previewOf(tool.effect, observed, call.ctx.actor)
    throw new AppError('CONFLICT', 'This needs a confirmation.', { reason: 'confirmation_needed' })
  }
  const answer = await ask(router, tool, input, { ...call, ctx: { ...keyed, review } })
  return preview !== undefined && 'failure' in answer ? toPreview(tool, act, preview) : toResult(tool, answer)
}

async function confirmed(
  router: AnyTRPCRouter,
  tool: ProcedureTool,
  act: Act,
  confirmation: string,
  call: AgentCall,
): Promise<CallToolResult> {
  let key: string
  try {
    key = keyOfConfirmed(act, confirmation)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refused({ message: error.message, data: { ...error.details, code: error.code } })
  }
  return toResult(
    tool,
    await ask(router, tool, act.input, { ...call, ctx: { ...call.ctx, idempotencyKeys: [key] } }),
  )
}

/** Calls the procedure of a tool. */
export async function ask(
  router: AnyTRPCRouter,
  { path, changes, procedure }: ProcedureTool,
  input: unknown,
  { ctx, deadline }: AgentCall,
): Promise<Answer> {
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures
  const found = procedures[path]
  if (found === undefined) throw new McpError(ErrorCode.InternalError, `There is no procedure ${path}.`)
  const response = await createSettler(router, ctx.services).settle(
    { path, procedure: found, input: procedure.inputs.length === 0 ? undefined : input },
    changes ? 'mutation' : 'query',
    ctx,
    deadline,
  )
  return 'error' in response
    ? { failure: response.error as Failure }
    : { data: (response.result as { data?: unknown }).data ?? null }
}

/**
 * The effects are recorded in a transaction that is rolled back. Calls that contact external services or send
 * without recording an event are not tried.
 */
const canBeTried = ({ procedure, effect }: ProcedureTool): boolean =>
  procedure.meta?.repetition === undefined && !effect.sends

/**
 * The procedure's own description of the call, if the caller may make it with this input; else the error it would get,
 * or the response to the same call made earlier.
 */
async function statePreview(
  router: AnyTRPCRouter,
  tool: ProcedureTool,
  { input, key }: Act,
  { ctx, deadline }: AgentCall,
): Promise<Preview | Answer> {
  const state = async (): Promise<{ lines: readonly string[] } | { data: unknown }> => {
    const refusal = toolRefusal(tool, ctx)
    if (refusal !== null) throw toTrpcError(refusal)
    const unstorable = unsupportedTextIn(input)
    if (unstorable !== null) throw toTrpcError(unstorable)
    const [schema] = tool.procedure.inputs
    const parsed =
      schema instanceof z.ZodType ? schema.safeParse(input) : { data: undefined, error: undefined }
    if (parsed.error) throw new TRPCError({ code: 'BAD_REQUEST', cause: parsed.error })
    const earlier = key === null ? null : await answerOf(ctx as UserCtx, tool, { input, key })
    if (earlier !== null) return earlier
    const { preview } = tool.effect
    return { lines: (await preview?.(ctx as UserCtx, parsed.data as never)) ?? [] }
  }
  const response = await createSettler(router, ctx.services).settle(
    { path: tool.path, procedure: asProcedure(ctx, tool.path, deadline, state), input },
    'query',
    ctx,
    deadline,
  )
  if ('error' in response) return { failure: response.error as Failure }
  const { data } = response.result as { data: Awaited<ReturnType<typeof state>> }
  return 'lines' in data ? statedPreview(tool.effect, data.lines) : data
}

/** The stored response to the same call; null if there is none. */
async function answerOf(
  ctx: UserCtx,
  { path, procedure }: ProcedureTool,
  { input, key }: { input: unknown; key: string },
): Promise<{ data: unknown } | null> {
  keyOf([key], 0)
  const earlier = await earlierAnswer(ctx, {
    procedure: earlierPath(path, ctx.services.earlierNames),
    key,
    input: procedure.inputs.length === 0 ? undefined : input,
    repetition: procedure.meta?.repetition,
  })
  return earlier?.ok ? { data: earlier.data } : null
}

/** A preview waits its turn like other calls, and fails with the error of the actual call. */
function asProcedure(
  ctx: RequestCtx,
  path: string,
  { signal }: Deadline,
  work: () => Promise<unknown>,
): AnyTRPCProcedure {
  const procedure = async (): Promise<unknown> => {
    try {
      return await runCall(ctx, ctx.request.network ?? ctx.request.ip, work, signal)
    } catch (error) {
      if (error instanceof TRPCError) throw error
      if (error instanceof AppError) throw toTrpcError(error)
      ctx.services.log.error({ requestId: ctx.request.id, path, err: error }, 'preview failed')
      throw maskError(ctx.request.id)
    }
  }
  return procedure as unknown as AnyTRPCProcedure
}

function toPreview(tool: ProcedureTool, act: Act, preview: Preview): CallToolResult {
  const issued = issueConfirmation(act)
  const next = `Show this to the person you work for. If they agree, repeat the call with the same arguments and ${CONFIRMATION_ARGUMENT} “${issued.confirmation}” within ten minutes.`
  return {
    content: [{ type: 'text', text: `${previewText(preview)}\n${next}` }],
    structuredContent: { confirmation_needed: true, tool: tool.tool.name, preview, ...issued },
  }
}

const toResult = ({ changes }: ProcedureTool, answer: Answer): CallToolResult =>
  'failure' in answer ? refused(answer.failure) : answered(answer.data, changes)

function refused({ message, data: { code, reason, fields, retry_after } = {} }: Failure): CallToolResult {
  const hints = Object.entries(fields ?? {}).map(([field, hint]) => `${field || 'input'}: ${hint}`)
  if (retry_after !== undefined) hints.push(`Try again after ${retry_after} seconds.`)
  return {
    isError: true,
    content: [{ type: 'text', text: [message, ...hints].join('\n') }],
    structuredContent: { error: { message, code, reason, fields, retry_after } },
  }
}

function answered(data: unknown, changes: boolean): CallToolResult {
  const text = JSON.stringify(data)
  const isRecord = typeof data === 'object' && data !== null && !Array.isArray(data)
  if (text.length > MAX_RESULT_CHARACTERS && changes) {
    // The change was made, so an error would make the agent repeat it.
    const note = `This was done. The response has ${text.length} characters, which is too long to show.`
    return answered({ done: true, ...(isRecord && 'id' in data && { id: data.id }), note }, changes)
  }
  if (text.length > MAX_RESULT_CHARACTERS) {
    const message = `The response has ${text.length} characters; the limit is ${MAX_RESULT_CHARACTERS}. Request less: a smaller limit and then cursor from page to page, a shorter period, or a filter.`
    return refused({ message, data: { reason: 'answer_too_large' } })
  }
  return {
    content: [{ type: 'text', text }],
    structuredContent: isRecord ? (data as Record<string, unknown>) : { result: data },
  }
}
