import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import type { ErrorDetails } from '#shared/errors.ts'
import project from '../../../package.json' with { type: 'json' }
import type { RequestCtx } from '../../core/context.ts'
import { createSettler, type Deadline } from '../rpc/settle.ts'
import { KEY_ARGUMENT, type ProcedureTool, toolsFor, toolsOf } from './tools.ts'

/** More than that fills an agent's memory without helping it. */
const MAX_RESULT_CHARACTERS = 100_000

const INSTRUCTIONS = `Tools are the portal's own procedures; a tool acts as the owner of the access token, within its scopes.
Amounts are integers of the currency's minor unit (12345 is 123.45), instants ISO 8601 in UTC, days YYYY-MM-DD.
Lists answer a page with nextCursor: send it as cursor, with the same filters, for the next one; limit is 100 at most.
What changes something takes an ${KEY_ARGUMENT}: repeat a call with the same key and arguments and it takes effect once.`

const READING_ONLY =
  'This connection only reads. To change something, connect with “?write=1” after the address, or FOYER_MCP_WRITE=1.'

export interface AgentCall {
  ctx: RequestCtx
  deadline: Deadline
  /** Whether they asked to change things, which their token may still forbid. */
  writes: boolean
}

/** One message's answer; whoever sends the next is asked for their token again. */
export async function answerMessage(
  router: AnyTRPCRouter,
  request: Request,
  message: unknown,
  call: AgentCall,
): Promise<Response> {
  const server = createMcpServer(router, call)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

/** Agents are never asked to fill in forms: the validator is there because the protocol's server wants one. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

function createMcpServer(router: AnyTRPCRouter, call: AgentCall): Server {
  const { appName } = call.ctx.services.config
  const tools = toolsOf(router)
  const server = new Server(
    { name: 'foyer', title: appName, version: project.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: toolsFor(tools.values(), call.ctx, call.writes),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const found = tools.get(params.name)
    if (found === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool “${params.name}”.`)
    if (found.changes && !call.writes)
      return refused({ message: READING_ONLY, data: { reason: 'read_only' } })
    return callTool(router, found, params.arguments ?? {}, call)
  })
  return server
}

/** Runs the procedure as a call over HTTP does: the same checks, key, audit and words. */
async function callTool(
  router: AnyTRPCRouter,
  { path, changes, procedure }: ProcedureTool,
  { [KEY_ARGUMENT]: key, ...input }: Record<string, unknown>,
  { ctx, deadline }: AgentCall,
): Promise<CallToolResult> {
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures
  const found = procedures[path]
  if (found === undefined) throw new McpError(ErrorCode.InternalError, `${path} is not there.`)
  const response = await createSettler(router, ctx.services).settle(
    { path, procedure: found, input: procedure.inputs.length === 0 ? undefined : input },
    changes ? 'mutation' : 'query',
    key === undefined ? ctx : { ...ctx, idempotencyKeys: [String(key)] },
    deadline,
  )
  return 'error' in response
    ? refused(response.error as Failure)
    : answered((response.result as { data?: unknown }).data ?? null)
}

interface Failure {
  message: string
  data?: ErrorDetails & { code?: string }
}

function refused({ message, data: { code, reason, fields, retry_after } = {} }: Failure): CallToolResult {
  const hints = Object.entries(fields ?? {}).map(([field, hint]) => `${field || 'input'}: ${hint}`)
  if (retry_after !== undefined) hints.push(`Try again after ${retry_after} seconds.`)
  return {
    isError: true,
    content: [{ type: 'text', text: [message, ...hints].join('\n') }],
    structuredContent: { error: { message, code, reason, fields, retry_after } },
  }
}

function answered(data: unknown): CallToolResult {
  const text = JSON.stringify(data)
  if (text.length > MAX_RESULT_CHARACTERS) {
    const message = `The answer has ${text.length} characters; ${MAX_RESULT_CHARACTERS} is the limit. Ask for less: a smaller limit and then cursor from page to page, a shorter period, or a filter.`
    return refused({ message, data: { reason: 'answer_too_large' } })
  }
  const isRecord = typeof data === 'object' && data !== null && !Array.isArray(data)
  return {
    content: [{ type: 'text', text }],
    structuredContent: isRecord ? (data as Record<string, unknown>) : { result: data },
  }
}
