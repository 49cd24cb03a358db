import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { expect, test } from 'vitest'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { EFFECTS } from '#server/domains.ts'
import { proceduresForPrograms } from '#server/door/http/api/open-api.ts'
import { type ProcedureTool, toolsOf } from '#server/door/http/mcp/tools.ts'
import { setHost } from '#server/identity/agencies/commands/set-host.ts'
import { appRouter } from '#server/router.ts'
import { READING, WRITING } from '#tests/support/api-tokens.ts'
import { callerAs } from '#tests/support/caller.ts'
import { draftFor } from '#tests/support/money/money.ts'
import {
  callTool,
  confirmationOf,
  namesOf,
  openToAgents,
  overHttp,
  overStdio,
  type Portal,
} from '#tests/support/servers/agents.ts'
import { cookieFor } from '#tests/support/servers/http.ts'
import { addTask } from '#tests/support/work.ts'

const ENTRY = {
  note: 'Copy',
  timezone: 'Europe/Berlin',
  time: { kind: 'duration', date: '2026-03-03', duration: '1h 30m' },
}

/** They take a `request_id` instead. */
const WITH_REQUEST_ID = [
  'payments_payInvoice',
  'payments_quickPay',
  'payments_addCard',
  'payments_refund',
].concat(['packages_subscribe', 'packages_payOverdue'])

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

test('every procedure available to tokens is one tool with its schema and description', () => {
  const tools = [...toolsOf(appRouter, EFFECTS).values()]
  expect(tools.map(({ path }) => path)).toEqual(proceduresForPrograms(appRouter).map(([path]) => path))
  for (const { tool, changes } of tools) {
    const takesKey = changes && !WITH_REQUEST_ID.includes(tool.name)
    expect(tool.name).toMatch(/^[a-zA-Z_]{1,64}$/)
    expect(tool.inputSchema.type).toBe('object')
    for (const word of ['oneOf', 'anyOf', 'allOf', '$ref'])
      expect(tool.inputSchema, tool.name).not.toHaveProperty(word)
    expect(Object.hasOwn(tool.inputSchema.properties ?? {}, 'idempotency_key'), tool.name).toBe(takesKey)
  }
  const named = (name: string) => (toolsOf(appRouter, EFFECTS).get(name) as ProcedureTool).tool
  expect(named('tasks_list')).toMatchObject({
    title: 'tasks.list',
    description: expect.stringMatching(
      /^Finds tasks.* Returns a page of TaskDto\. Needs the scope `projects:read`\.$/,
    ),
    inputSchema: { properties: { limit: { maximum: 100 }, project_id: {} } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  })
  expect(named('tasks_bulk').inputSchema).toMatchObject({ required: ['ids', 'action'] })
})

test.for([
  // Name, then: destructive, idempotent, open world, confirmed.
  ['invoices_send', true, false, true, true],
  ['invoices_void', true, false, true, true],
  ['invoices_save', true, false, false, false],
  ['invoices_undoReminder', true, true, false, false],
  ['tasks_addComment', false, false, true, true],
  ['tasks_delete', true, false, true, true],
  ['clients_addNote', false, false, false, false],
  ['clients_setArchived', true, true, false, true],
  ['clients_removeAccount', true, true, false, true],
  ['employees_removeAccount', true, true, false, true],
  ['employees_save', true, false, false, true],
  ['schedule_move', true, false, true, true],
  ['webhooks_renewSecret', true, false, false, true],
  ['bank_saveRule', true, false, false, false],
  ['bank_saveAccount', true, false, false, false],
  ['workLog_save', true, false, true, false],
  ['workLog_delete', true, true, false, true],
  ['payments_refund', true, false, true, true],
  ['platform_sendTestMail', true, false, true, true],
  ['letterhead_checkTaxId', true, false, true, false],
  ['messages_send', true, false, true, true],
  ['invitations_create', true, false, true, true],
] as const)(
  '%s has the hints of the events it records',
  ([name, destructive, idempotent, openWorld, confirmed]) => {
    const { tool } = toolsOf(appRouter, EFFECTS).get(name) as ProcedureTool
    expect(tool.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    })
    expect(Object.hasOwn(tool.inputSchema.properties ?? {}, 'confirmation')).toBe(confirmed)
  },
)

test.for([
  ['HTTP', overHttp, '?write=1'],
  ['stdio', overStdio, { FOYER_MCP_WRITE: '1' }],
] as const)('an agent over %s lists tasks and records time', async ([, connect, writing]) => {
  const portal = await openToAgents()
  const { token } = await portal.token(['projects:read', 'time:write'])
  const open = connect as (portal: Portal, token: string, more?: unknown) => Promise<Client>

  const reading = await open(portal, token)
  expect(reading.getServerVersion()).toMatchObject({ name: 'foyer', title: 'Foyer' })
  const names = await namesOf(reading)
  expect(names).toEqual(expect.arrayContaining(['tasks_list', 'tasks_get', 'workLog_list']))
  expect(names.filter((name) => /^(workLog_save|invoices|tasks_save|clients)/.test(name))).toEqual([])
  const { structuredContent, content } = await callTool(reading, 'tasks_list', { limit: 10 })
  expect(structuredContent).toMatchObject({ items: [{ id: portal.task.id, title: 'Write the copy' }] })
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
  expect(await callTool(reading, 'workLog_save', ENTRY)).toMatchObject({
    isError: true,
    structuredContent: { error: { reason: 'read_only' } },
  })

  const agent = await open(portal, token, writing)
  expect(await namesOf(agent)).toContain('workLog_save')
  const entry = { ...ENTRY, project_id: portal.project.id, idempotency_key: 'a-key-of-the-agent' }
  const saved = await callTool(agent, 'workLog_save', entry)
  expect(saved.isError).toBeUndefined()
  expect(await callTool(agent, 'workLog_save', entry)).toEqual(saved)
  const log = await callerAs(portal.db, portal.owner).workLog.list({})
  expect(log.items).toMatchObject([
    { note: 'Copy', project: { id: portal.project.id }, duration_seconds: 5400 },
  ])
})

test('a read-only token changes nothing, however it connects', async () => {
  const portal = await openToAgents()
  const { token } = await portal.token(READING)
  const agent = await overHttp(portal, token, '?write=1')
  const { tools } = await agent.listTools()
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  expect(await callTool(agent, 'workLog_save', ENTRY)).toMatchObject({
    isError: true,
    content: [{ text: 'This token lacks the scope “time:write”.' }],
    structuredContent: { error: { code: 'FORBIDDEN', reason: 'scope_missing' } },
  })
  expect((await callerAs(portal.db, portal.owner).workLog.list({})).items).toEqual([])
})

test("only the role's tools are listed, and others aren't found", async () => {
  const portal = await openToAgents()
  const { home, foreign } = portal.world
  const client = await overHttp(portal, (await portal.token(WRITING, home.client)).token, '?write=1')
  const names = await namesOf(client)
  expect(names).toContain('invoices_list')
  expect(names).not.toContain('clients_list')
  expect(names).not.toContain('tasks_save')
  const { token } = await portal.token(WRITING, foreign.owner)
  const stranger = await overHttp(portal, token, '?write=1')
  const { id } = portal.task
  expect(await callTool(stranger, 'tasks_list')).toMatchObject({ structuredContent: { items: [] } })
  for (const [tool, args] of [
    ['tasks_get', { id }],
    ['tasks_setStatus', { id, status: 'done' }],
    ['tasks_delete', { id }],
    ['workLog_save', { ...ENTRY, project_id: portal.project.id }],
  ] as const) {
    const answer = await callTool(stranger, tool, args)
    expect(answer, tool).toMatchObject({ isError: true, structuredContent: { error: { code: 'NOT_FOUND' } } })
  }
})

test('invalid input is reported by field, an unknown tool by its name', async () => {
  const portal = await openToAgents()
  const agent = await overHttp(portal, (await portal.token(WRITING)).token, '?write=1')
  const wrong = await callTool(agent, 'tasks_list', { limit: 1000, color: 'red' })
  expect(wrong).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'BAD_REQUEST', fields: { limit: expect.any(String) } } },
  })
  expect(JSON.stringify(wrong.content)).toContain('limit: ')
  expect(await callTool(agent, 'workLog_save', { ...ENTRY, idempotency_key: 'short' })).toMatchObject({
    structuredContent: { error: { reason: 'idempotency_key_malformed' } },
  })
  for (const name of ['tasks.list', 'apiTokens_create', '__proto__', 'nothing']) {
    await expect(callTool(agent, name), name).rejects.toThrow(`There is no tool “${name}”.`)
  }
})

test('an oversized response explains how to request less', async () => {
  const portal = await openToAgents()
  const description = 'x'.repeat(4000)
  for (let count = 0; count < 30; count++) {
    await addTask(portal.db, portal.owner, portal.project.id, { title: `Task ${count}`, description })
  }
  const agent = await overHttp(portal, (await portal.token(READING)).token)
  expect(await callTool(agent, 'tasks_list', { limit: 100 })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('a smaller limit and then cursor') }],
    structuredContent: { error: { reason: 'answer_too_large' } },
  })
  const first = await callTool(agent, 'tasks_list', { limit: 10 })
  const { nextCursor } = first.structuredContent as { nextCursor: string }
  const second = await callTool(agent, 'tasks_list', { limit: 10, cursor: nextCursor })
  const titles = [first, second].flatMap(({ structuredContent }) =>
    (structuredContent as { items: { title: string }[] }).items.map(({ title }) => title),
  )
  expect(new Set(titles).size).toBe(20)
})

test('an oversized response to a change still says that it was made', async () => {
  const portal = await openToAgents()
  const agent = await overHttp(portal, (await portal.token(WRITING)).token, '?write=1')
  const items = Array.from({ length: 200 }, (_, index) => ({
    description: `${index} ${'x'.repeat(480)}`,
    quantity: 1,
    rate: 100,
  }))
  const draft = { ...draftFor(portal.world.home.client.clientId), items }
  const saved = await callTool(agent, 'invoices_save', draft)
  expect(saved).toMatchObject({ structuredContent: { done: true, id: expect.any(String) } })
  const { id } = saved.structuredContent as { id: string }
  const confirmation = confirmationOf(await callTool(agent, 'invoices_send', { id }))
  const sent = await callTool(agent, 'invoices_send', { id, confirmation })
  expect(sent.isError).toBeUndefined()
  expect(sent.structuredContent).toEqual({
    done: true,
    id,
    note: expect.stringContaining('too long to show'),
  })
})

test('without a valid token every message is rejected, whatever cookie is sent', async () => {
  const portal = await openToAgents()
  const { post, token, services, owner, db } = portal
  const cookie = await cookieFor(services, owner.userId)
  const bare = await post({ cookie, origin: portal.url }, LIST)
  expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="mcp"'])
  const { id, headers, token: secret } = await token(READING)
  const agent = await overHttp(portal, secret)
  expect((await callTool(agent, 'tasks_list')).isError).toBeUndefined()
  await callerAs(db, owner).apiTokens.revoke({ id })
  const ended = await post({ ...headers, cookie }, LIST)
  expect([ended.status, ended.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
  expect((await ended.json()).error.message).toContain('has expired')
  await expect(callTool(agent, 'tasks_list')).rejects.toThrow('has expired')
})

test('an agent on standard input gets the reason why its token is rejected', async () => {
  const portal = await openToAgents()
  await expect(overStdio(portal, 'foyer_nothing')).rejects.toThrow(
    'This access token is unknown or has expired. Create a new one in Settings.',
  )
})

test('other sites, other methods, oversized bodies and malformed messages are rejected', async () => {
  const { post, token, url } = await openToAgents()
  const { headers } = await token(READING)
  const status = async (...of: Parameters<typeof post>) => (await post(...of)).status
  expect(await status(headers, LIST)).toBe(200)
  expect(await status({ ...headers, origin: url }, LIST)).toBe(200)
  // DNS rebinding: the Host header matches the page's origin, but isn't the portal's.
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

test('an agency’s own host counts as the portal’s, but only with its scheme and port', async () => {
  const { services, world, url, post, token } = await openToAgents()
  const { headers } = await token(READING)
  const status = async (origin: string) => (await post({ ...headers, origin }, LIST)).status
  const { port } = new URL(url)
  const own = `http://home.example.test:${port}`
  expect(await status(own)).toBe(403)
  await setHost(systemContext({ services }), world.home.agencyId, 'home.example.test')
  expect(await status(own)).toBe(200)
  expect(await status(url)).toBe(200)
  for (const other of [
    'http://home.example.test',
    `https://home.example.test:${port}`,
    `http://evil.home.example.test:${port}`,
    `http://home.example.test.:${port}`,
    `${own}/mcp`,
    'home.example.test',
    'null',
  ]) {
    expect(await status(other), other).toBe(403)
  }
})

test('20 concurrent agents record each entry once', async () => {
  const portal = await openToAgents()
  const { token } = await portal.token(WRITING)
  const agents = await Promise.all(Array.from({ length: 20 }, () => overHttp(portal, token, '?write=1')))
  const answers = await Promise.all(
    agents.map((agent, index) =>
      callTool(agent, 'workLog_save', {
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
