import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { expect, onTestFinished, test } from 'vitest'
import { type ProcedureTool, toolsOf } from '#server/http/mcp/tools.ts'
import { proceduresForPrograms } from '#server/http/open-api.ts'
import { appRouter } from '#server/router.ts'
import type { Scope } from '#shared/token-scopes.ts'
import { givePasswords, READING, tokenOf, WRITING } from '#tests/support/api-tokens.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { cookieFor, startApp } from '#tests/support/http.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await givePasswords(db)
  const services = testServices(db)
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

type Portal = Awaited<ReturnType<typeof setUp>>

const connected = async (transport: Transport) => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

const overHttp = ({ url }: Portal, token: string, query = '') =>
  connected(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )

const overStdio = ({ url }: Portal, token: string, env: Record<string, string> = {}) =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: ['scripts/mcp.ts'],
      env: { FOYER_URL: url, FOYER_TOKEN: token, ...env },
    }),
  )

const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as CallToolResult

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

const ENTRY = {
  note: 'Copy',
  timezone: 'Europe/Berlin',
  time: { kind: 'duration', date: '2026-03-03', duration: '1h 30m' },
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

test('every procedure of programs is one tool with its schema and what it does', () => {
  const tools = [...toolsOf(appRouter).values()]
  expect(tools.map(({ path }) => path)).toEqual(proceduresForPrograms(appRouter).map(([path]) => path))
  for (const { tool, changes } of tools) {
    expect(tool.name).toMatch(/^[a-zA-Z_]{1,64}$/)
    expect(tool.inputSchema.type).toBe('object')
    for (const word of ['oneOf', 'anyOf', 'allOf', '$ref'])
      expect(tool.inputSchema, tool.name).not.toHaveProperty(word)
    expect(Object.hasOwn(tool.inputSchema.properties ?? {}, 'idempotency_key'), tool.name).toBe(changes)
  }
  const named = (name: string) => (toolsOf(appRouter).get(name) as ProcedureTool).tool
  expect(named('tasks_list')).toMatchObject({
    title: 'tasks.list',
    description: expect.stringMatching(
      /^Reads\. For .* Needs the scope `projects:read`\. Answers a page of TaskDto/,
    ),
    inputSchema: { properties: { limit: { maximum: 100 }, project_id: {} } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  })
  expect(named('tasks_delete').annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  expect(named('tasks_addComment').annotations).toMatchObject({
    destructiveHint: false,
    idempotentHint: false,
  })
  expect(named('tasks_bulk').inputSchema).toMatchObject({ required: ['ids', 'action'] })
})

test.for([
  ['HTTP', overHttp, '?write=1'],
  ['stdio', overStdio, { FOYER_MCP_WRITE: '1' }],
] as const)('an agent over %s lists tasks and records time', async ([, connect, writing]) => {
  const portal = await setUp()
  const { token } = await portal.token(['projects:read', 'time:write'])
  const open = connect as (portal: Portal, token: string, more?: unknown) => Promise<Client>

  const reading = await open(portal, token)
  expect(reading.getServerVersion()).toMatchObject({ name: 'foyer', title: 'Foyer' })
  const names = await namesOf(reading)
  expect(names).toEqual(expect.arrayContaining(['tasks_list', 'tasks_get', 'workLog_list']))
  expect(names.filter((name) => /^(workLog_save|invoices|tasks_save|clients)/.test(name))).toEqual([])
  const { structuredContent, content } = await call(reading, 'tasks_list', { limit: 10 })
  expect(structuredContent).toMatchObject({ items: [{ id: portal.task.id, title: 'Write the copy' }] })
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
  expect(await call(reading, 'workLog_save', ENTRY)).toMatchObject({
    isError: true,
    structuredContent: { error: { reason: 'read_only' } },
  })

  const agent = await open(portal, token, writing)
  expect(await namesOf(agent)).toContain('workLog_save')
  const entry = { ...ENTRY, project_id: portal.project.id, idempotency_key: 'a-key-of-the-agent' }
  const saved = await call(agent, 'workLog_save', entry)
  expect(saved.isError).toBeUndefined()
  expect(await call(agent, 'workLog_save', entry)).toEqual(saved)
  const log = await callerAs(portal.db, portal.owner).workLog.list({})
  expect(log.items).toMatchObject([
    { note: 'Copy', project: { id: portal.project.id }, duration_seconds: 5400 },
  ])
})

test('a reading token changes nothing, however it connects', async () => {
  const portal = await setUp()
  const { token } = await portal.token(READING)
  const agent = await overHttp(portal, token, '?write=1')
  const { tools } = await agent.listTools()
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  expect(await call(agent, 'workLog_save', ENTRY)).toMatchObject({
    isError: true,
    content: [{ text: 'This token lacks the scope “time:write”.' }],
    structuredContent: { error: { code: 'FORBIDDEN', reason: 'scope_missing' } },
  })
  expect((await callerAs(portal.db, portal.owner).workLog.list({})).items).toEqual([])
})

test('tools are those of the role, and what is not theirs is not found', async () => {
  const portal = await setUp()
  const { home, foreign } = portal.world
  const client = await overHttp(portal, (await portal.token(WRITING, home.client)).token, '?write=1')
  const names = await namesOf(client)
  expect(names).toContain('invoices_list')
  expect(names).not.toContain('clients_list')
  expect(names).not.toContain('tasks_save')
  const { token } = await portal.token(WRITING, foreign.owner)
  const stranger = await overHttp(portal, token, '?write=1')
  const { id } = portal.task
  expect(await call(stranger, 'tasks_list')).toMatchObject({ structuredContent: { items: [] } })
  for (const [tool, args] of [
    ['tasks_get', { id }],
    ['tasks_setStatus', { id, status: 'done' }],
    ['tasks_delete', { id }],
    ['workLog_save', { ...ENTRY, project_id: portal.project.id }],
  ] as const) {
    const answer = await call(stranger, tool, args)
    expect(answer, tool).toMatchObject({ isError: true, structuredContent: { error: { code: 'NOT_FOUND' } } })
  }
})

test('a wrong input is told field by field, an unknown tool by its name', async () => {
  const portal = await setUp()
  const agent = await overHttp(portal, (await portal.token(WRITING)).token, '?write=1')
  const wrong = await call(agent, 'tasks_list', { limit: 1000, colour: 'red' })
  expect(wrong).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'BAD_REQUEST', fields: { limit: expect.any(String) } } },
  })
  expect(JSON.stringify(wrong.content)).toContain('limit: ')
  expect(await call(agent, 'workLog_save', { ...ENTRY, idempotency_key: 'short' })).toMatchObject({
    structuredContent: { error: { reason: 'idempotency_key_malformed' } },
  })
  for (const name of ['tasks.list', 'apiTokens_create', '__proto__', 'nothing']) {
    await expect(call(agent, name), name).rejects.toThrow(`There is no tool “${name}”.`)
  }
})

test('an answer too large for an agent says how to ask for less', async () => {
  const portal = await setUp()
  const description = 'x'.repeat(4000)
  for (let count = 0; count < 30; count++) {
    await addTask(portal.db, portal.owner, portal.project.id, { title: `Task ${count}`, description })
  }
  const agent = await overHttp(portal, (await portal.token(READING)).token)
  expect(await call(agent, 'tasks_list', { limit: 100 })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('a smaller limit and then cursor') }],
    structuredContent: { error: { reason: 'answer_too_large' } },
  })
  const first = await call(agent, 'tasks_list', { limit: 10 })
  const { nextCursor } = first.structuredContent as { nextCursor: string }
  const second = await call(agent, 'tasks_list', { limit: 10, cursor: nextCursor })
  const titles = [first, second].flatMap(({ structuredContent }) =>
    (structuredContent as { items: { title: string }[] }).items.map(({ title }) => title),
  )
  expect(new Set(titles).size).toBe(20)
})

test('without a living token nothing is answered, whatever cookie comes along', async () => {
  const portal = await setUp()
  const { post, token, services, owner, db } = portal
  const cookie = await cookieFor(services, owner.userId)
  const bare = await post({ cookie, origin: portal.url }, LIST)
  expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="mcp"'])
  const { id, headers, token: secret } = await token(READING)
  const agent = await overHttp(portal, secret)
  expect((await call(agent, 'tasks_list')).isError).toBeUndefined()
  await callerAs(db, owner).apiTokens.revoke({ id })
  const ended = await post({ ...headers, cookie }, LIST)
  expect([ended.status, ended.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="mcp", error="invalid_token"',
  ])
  expect((await ended.json()).error.message).toContain('has ended')
  await expect(call(agent, 'tasks_list')).rejects.toThrow('has ended')
})

test('an agent on standard input hears why its token is refused', async () => {
  const portal = await setUp()
  await expect(overStdio(portal, 'foyer_nothing')).rejects.toThrow(
    'This access token is not known, or has ended. Make a new one in Settings.',
  )
})

test('pages elsewhere, other methods, floods of bytes and broken messages are refused', async () => {
  const { post, token, url } = await setUp()
  const { headers } = await token(READING)
  const status = async (...of: Parameters<typeof post>) => (await post(...of)).status
  expect(await status(headers, LIST)).toBe(200)
  expect(await status({ ...headers, origin: url }, LIST)).toBe(200)
  // A name made to lead to this machine: the host agrees with the page, and still isn't the portal's.
  expect(await status({ ...headers, origin: 'http://rebound.example' }, LIST)).toBe(403)
  expect(await status({ ...headers, origin: 'null', 'sec-fetch-site': 'same-origin' }, LIST)).toBe(403)
  expect(await status(headers, null, 'GET')).toBe(405)
  expect(await status(headers, null, 'DELETE')).toBe(405)
  expect(await status(headers, 'x'.repeat(10_000_000))).toBe(413)
  expect(await status(headers, '{')).toBe(400)
  expect(
    await status(
      headers,
      Array.from({ length: 1000 }, () => LIST),
    ),
  ).toBe(400)
  expect(await status(headers, { hello: 'there' })).toBe(400)
  expect(await status({ ...headers, 'content-type': 'text/plain' }, LIST)).toBe(415)
  expect(await status(headers, LIST)).toBe(200)
})

test('20 agents at once record each entry once', async () => {
  const portal = await setUp()
  const { token } = await portal.token(WRITING)
  const agents = await Promise.all(Array.from({ length: 20 }, () => overHttp(portal, token, '?write=1')))
  const answers = await Promise.all(
    agents.map((agent, index) =>
      call(agent, 'workLog_save', {
        ...ENTRY,
        note: `Entry ${index % 10}`,
        idempotency_key: `entry-of-an-agent-${index % 10}`,
      }),
    ),
  )
  expect(answers.filter(({ isError }) => isError)).toEqual([])
  const { items } = await callerAs(portal.db, portal.owner).workLog.list({})
  expect(items.map(({ note }) => note).sort()).toEqual(
    Array.from({ length: 10 }, (_, index) => `Entry ${index}`),
  )
})
