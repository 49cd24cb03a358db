import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'
import type { Services } from '#server/base/core/context.ts'
import type { Scope } from '#shared/identity/token-scopes.ts'
import { givePasswords, tokenOf } from '#tests/support/api-tokens.ts'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { startApp } from '#tests/support/servers/http.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

/** A portal for agents, with a project and a task of the home agency. */
export async function openToAgents(more: Partial<Services> = {}) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await givePasswords(db)
  const services = { ...testServices(db), ...more }
  const { url } = await startApp(services)
  services.config.publicUrl = url
  const { owner } = world.home
  const project = await addProject(db, world.home)
  const task = await addTask(db, owner, project.id, { title: 'Write the copy' })
  const token = (scopes: Scope[], person = owner) => tokenOf(db, person, scopes)
  const post = (headers: Record<string, string>, body: unknown, method = 'POST') =>
    fetch(`${url}/mcp`, {
      method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  return { db, world, services, url, owner, project, task, token, post }
}

export type Portal = Awaited<ReturnType<typeof openToAgents>>

const connected = async (transport: Transport) => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

export const overHttp = ({ url }: Pick<Portal, 'url'>, token: string, query = '') =>
  connected(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )

export const overStdio = ({ url }: Pick<Portal, 'url'>, token: string, env: Record<string, string> = {}) =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: ['scripts/operate/mcp.ts'],
      env: { FOYER_URL: url, FOYER_TOKEN: token, ...env },
    }),
  )

export const callTool = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as CallToolResult

export const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

/** The confirmation in a preview. */
export function confirmationOf({ structuredContent }: CallToolResult): string {
  const { confirmation } = structuredContent as { confirmation?: string }
  if (confirmation === undefined) throw new Error(`No confirmation: ${JSON.stringify(structuredContent)}`)
  return confirmation
}
