import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { AnyTRPCRouter } from '@trpc/server'
import project from '../../../../package.json' with { type: 'json' }
import { type AgentCall, callTool } from './call.ts'
import { listed } from './everyday.ts'
import { CONFIRMATION_ARGUMENT, currentTool, KEY_ARGUMENT, toolsFor, toolsOf } from './tools.ts'

const INSTRUCTIONS = `Tools are the portal’s own procedures; a tool acts as the owner of the access token, within its scopes.
Amounts are integers of the currency’s minor unit (12345 is 123.45), instants ISO 8601 in UTC, days YYYY-MM-DD.
Lists return a page with nextCursor: send it as cursor, with the same filters, for the next one; limit is 100 at most.
People whom a tool notifies may also get an email, as each of them chose.
The list may contain only the tools for everyday tasks; connect with “?tools=all” after the address, or FOYER_MCP_TOOLS=all, to list all of them.
Tools that change something take an ${KEY_ARGUMENT}: repeating a call with the same key and arguments has no further effect.
Tools that delete, move money, contact people or can’t be undone return a preview first, without doing anything. Show it to the person you work for, and repeat the call with ${CONFIRMATION_ARGUMENT} only if they agree.`

/** Responds to one message; each message authenticates with its own token. */
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

/** The protocol's server requires a validator, although agents are never asked to fill in forms. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

function createMcpServer(router: AnyTRPCRouter, call: AgentCall): Server {
  const { config, effects, earlierNames } = call.ctx.services
  const tools = toolsOf(router, effects)
  const server = new Server(
    { name: 'foyer', title: config.appName, version: project.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: listed(toolsFor(tools.values(), call.ctx, call.writes), call.all).map(({ tool }) => tool),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const found = tools.get(currentTool(params.name, earlierNames))
    if (found === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool “${params.name}”.`)
    return callTool(router, found, params.arguments ?? {}, call)
  })
  return server
}
