import { expect, test } from 'vitest'
import { currentPath, EARLIER_NAMES, earlierPath } from '#server/base/core/calls/renamed-procedures.ts'
import { appRouter } from '#server/router.ts'
import { READING } from '#tests/support/api-tokens.ts'
import { callTool, namesOf, openToAgents, overHttp } from '#tests/support/servers/agents.ts'
import { cookieFor, fromPortal } from '#tests/support/servers/http.ts'

/** Two renames, whether or not this version has any. */
const NAMES = {
  routers: new Map([['stationery', 'letterhead']]),
  procedures: new Map([['schedule.drop', 'schedule.cancel']]),
}

const KEY = '5f0d4c1e-8a3b-4b52-9d62-1c1f3f1f7a10'

async function setUp() {
  const portal = await openToAgents({ earlierNames: NAMES })
  const cookie = await cookieFor(portal.services, portal.owner.userId)
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { ...fromPortal(portal.url), cookie, ...(init.headers as Record<string, string>) }
    return (await fetch(`${portal.url}/trpc/${path}`, { ...init, headers })).json()
  }
  return { ...portal, call }
}

test('an earlier name responds like the current one, alone and in a batch', async () => {
  const { call } = await setUp()
  const current = await call('letterhead.numbering')
  expect(current.result.data).toHaveLength(2)
  expect(await call('stationery.numbering')).toEqual(current)
  const both = 'stationery.numbering,letterhead.numbering?batch=1&input=%7B%7D'
  expect(await call(both)).toEqual([current, current])
})

test('a change repeated under the current name takes effect once', async () => {
  const { call, db } = await setUp()
  const save = (path: string) =>
    call(path, {
      method: 'POST',
      headers: { 'idempotency-key': KEY },
      body: JSON.stringify({ name: 'Workshop', rate: 1200_00 }),
    })
  const first = await save('stationery.saveProduct')
  expect(first.result.data.name).toBe('Workshop')
  expect(await save('letterhead.saveProduct')).toEqual(first)
  expect(await db.selectFrom('products').select('id').execute()).toHaveLength(1)
})

test('agents may use an earlier tool name, which is not listed', async () => {
  const portal = await openToAgents({ earlierNames: NAMES })
  const { token } = await portal.token(READING)
  const agent = await overHttp(portal, token, '?tools=all')
  const names = await namesOf(agent)
  expect(names).toContain('letterhead_numbering')
  expect(names.filter((name) => name.startsWith('stationery_'))).toEqual([])
  expect(await callTool(agent, 'stationery_numbering')).toEqual(await callTool(agent, 'letterhead_numbering'))
})

test('every earlier name leads to a procedure, and none shadows an existing one', () => {
  const paths = Object.keys(appRouter._def.procedures)
  for (const names of [NAMES, EARLIER_NAMES]) {
    expect(paths.map((path) => currentPath(path, names))).toEqual(paths)
    expect(paths.map((path) => currentPath(earlierPath(path, names), names))).toEqual(paths)
    const current = [...names.routers.values(), ...names.procedures.values()]
    expect(current.filter((name) => !paths.some((path) => `${path}.`.startsWith(`${name}.`)))).toEqual([])
  }
  expect(earlierPath('schedule.cancel', NAMES)).toBe('schedule.drop')
})
