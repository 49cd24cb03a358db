import { once } from 'node:events'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  isInitializeRequest,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'
import { runCommand } from '../command-line.ts'

/**
 * Connects an agent that starts programs (stdio) to a portal's `/mcp`. It only forwards messages, so it works
 * with every version of the portal. Standard output is reserved for the protocol.
 */
export async function serveMcp(): Promise<void> {
  const { FOYER_URL: url, FOYER_TOKEN: token, FOYER_MCP_WRITE: write, FOYER_MCP_TOOLS: tools } = process.env
  if (!url || !token || !URL.canParse(url)) {
    throw new Error("Set FOYER_URL to the portal's address and FOYER_TOKEN to an access token from Settings.")
  }
  const address = new URL(`${url.replace(/\/+$/, '')}/mcp`)
  if (write === '1') address.searchParams.set('write', '1')
  if (tools === 'all') address.searchParams.set('tools', 'all')
  const portal = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  const agent = new StdioServerTransport()

  let opening: string | number | undefined
  portal.onmessage = (message) => {
    if (isJSONRPCResultResponse(message) && message.id === opening) {
      portal.setProtocolVersion(String(message.result.protocolVersion))
    }
    void agent.send(message)
  }
  agent.onmessage = async (message) => {
    if (isInitializeRequest(message)) opening = (message as JSONRPCMessage & { id: string | number }).id
    try {
      await portal.send(message)
    } catch (error) {
      const text = wordsOf(error)
      console.error(text)
      if (!isJSONRPCRequest(message)) return
      await agent.send({ jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: text } })
    }
  }
  await portal.start()
  await agent.start()
  await once(process.stdin, 'end')
  await portal.close()
}

/** The portal's message, if it sent one. */
function wordsOf(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error))
  const said = /"error":\{"message":"((?:[^"\\]|\\.)*)"/.exec(message)?.[1]
  if (said !== undefined) return JSON.parse(`"${said}"`)
  return message === 'fetch failed' ? 'The portal can\u2019t be reached. Check FOYER_URL.' : message
}

if (import.meta.main) await runCommand(serveMcp)
