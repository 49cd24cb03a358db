import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Scope } from '#shared/identity/token-scopes.ts'
import { givePasswords, tokenOf as issue, PASSWORD, READING, WRITING } from '#tests/support/api-tokens.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await givePasswords(db)
  const services = testServices(db)
  const { url } = await startApp(services)
  const owner = callerAs(db, world.home.owner)
  const query = (path: string, headers: Record<string, string>, input: unknown = {}) =>
    fetch(`${url}/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers })
  const mutate = (path: string, headers: Record<string, string>, input: unknown = {}) =>
    fetch(`${url}/trpc/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    })
  const tokenOf = (access: 'read' | 'write' | Scope[]) =>
    issue(db, world.home.owner, Array.isArray(access) ? access : access === 'read' ? READING : WRITING)
  return { db, world, services, url, owner, query, mutate, tokenOf }
}

const NEW_CLIENT = { name: 'Made by a program', email: 'program@example.test' }

test('a token acts as its owner without cookie or origin, and its use is recorded', async () => {
  const { query, mutate, tokenOf, owner } = await setUp()
  const { headers } = await tokenOf('write')
  expect((await mutate('clients.save', headers, NEW_CLIENT)).status).toBe(200)
  const list = await (await query('clients.list', headers)).json()
  expect(list.result.data.items.map((client: { name: string }) => client.name)).toContain('Made by a program')
  const [token] = await owner.apiTokens.list()
  expect(token).toMatchObject({ last_used_at: '2026-03-04T10:00:00.000Z', last_used_over: 'IPv4' })
})

test('a token does what its owner may do, within its scopes', async () => {
  const { query, mutate, tokenOf } = await setUp()
  const { headers } = await tokenOf(['clients:write', 'time:read'])
  expect((await query('clients.list', headers)).status).toBe(200)
  expect((await mutate('clients.save', headers, NEW_CLIENT)).status).toBe(200)
  expect((await query('workLog.timer', headers)).status).toBe(200)
  const refused = [
    [await mutate('workLog.start', headers), 'time:write'],
    [await query('projects.list', headers), 'projects:read'],
    [await query('invoices.list', headers), 'payments:read'],
    [await query('settings.exportData', headers), 'exports:read'],
  ] as const
  for (const [answer, scope] of refused) {
    const { error } = await answer.json()
    expect([answer.status, error.message, error.data.reason]).toEqual([
      403,
      `This token lacks the scope “${scope}”.`,
      'scope_missing',
    ])
  }
  const platform = await tokenOf(['platform:write'])
  expect((await (await query('agencies.list', platform.headers)).json()).error.message).toBe(
    'You do not have permission to do this.',
  )
})

test('downloads and uploads also require the scope of their area', async () => {
  const { url, world, tokenOf } = await setUp()
  const { agencyId } = world.home
  const routes = [
    ['GET', '/documents/transactions.csv', 'finance:read'],
    ['GET', `/documents/invoices/${agencyId}.pdf`, 'payments:read'],
    ['GET', `/exports/agencies/${agencyId}.zip`, 'exports:read'],
    ['GET', `/files/${agencyId}`, 'projects:read'],
    ['GET', `/expenses/receipts/${agencyId}`, 'finance:read'],
    ['POST', '/files/', 'projects:write'],
    ['POST', '/expenses/receipts', 'finance:write'],
    ['POST', '/pictures/avatar', 'settings:write'],
  ] as const
  const { headers } = await tokenOf(['clients:write'])
  const ask = (method: string, path: string, more: Record<string, string>) =>
    fetch(url + path, { method, headers: { origin: url, ...more } })
  for (const [method, path, scope] of routes) {
    const answer = await ask(method, path, headers)
    expect([path, answer.status, (await answer.json()).error.message]).toEqual([
      path,
      403,
      `This token lacks the scope “${scope}”.`,
    ])
  }
  const exporting = await tokenOf(['exports:read'])
  const archive = await ask('GET', `/exports/agencies/${agencyId}.zip`, exporting.headers)
  expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip'])
})

test('a token uploads without an origin, and a cookie sent along counts for nothing', async () => {
  const { services, url, world, tokenOf } = await setUp()
  const { headers } = await tokenOf(['finance:write'])
  const cookie = await cookieFor(services, world.home.owner.userId)
  const upload = (more: Record<string, string>) => {
    const body = new FormData()
    body.append('file', new Blob(['%PDF-1.7\n%âãÏÓ\n'], { type: 'application/pdf' }), 'receipt.pdf')
    return fetch(`${url}/expenses/receipts`, { method: 'POST', headers: more, body })
  }
  expect((await upload(headers)).status).toBe(201)
  expect((await upload({ ...headers, cookie, origin: 'https://elsewhere.example' })).status).toBe(201)

  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
  const { headers: reading } = await tokenOf(['finance:read'])
  for (const refused of [
    { cookie },
    { cookie, ...elsewhere },
    { cookie, ...reading },
    { cookie, authorization: 'Bearer foyer_unknown' },
    { cookie, authorization: 'Bearer other', ...elsewhere },
    { cookie, authorization: 'Basic Zm95ZXI6', ...elsewhere },
  ]) {
    const { status } = await upload(refused)
    expect([status, refused]).toEqual([expect.toBeOneOf([401, 403]), refused])
  }
  const removed = await fetch(`${url}/pictures/avatar`, { method: 'DELETE', headers: { cookie } })
  expect(removed.status).toBe(403)
})

test('a read-only token can only run queries', async () => {
  const { query, mutate, tokenOf } = await setUp()
  const { headers } = await tokenOf('read')
  expect((await query('clients.list', headers)).status).toBe(200)
  const refused = await mutate('clients.save', headers, NEW_CLIENT)
  expect(refused.status).toBe(403)
  expect((await refused.json()).error.message).toBe('This token lacks the scope “clients:write”.')
})

test('no token manages tokens, calendar links, passwords, sessions or the second factor', async () => {
  const { query, mutate, tokenOf } = await setUp()
  const { headers } = await tokenOf('write')
  expect((await query('apiTokens.list', headers)).status).toBe(403)
  expect((await query('settings.sessions', headers)).status).toBe(403)
  for (const [path, input] of [
    ['apiTokens.create', { name: 'More', scopes: ['clients:write'], password: PASSWORD }],
    ['apiTokens.revokeAll', {}],
    ['schedule.createFeed', {}],
    ['settings.confirmIdentity', { password: PASSWORD }],
    ['settings.changePassword', { current_password: 'a', password: 'b' }],
    ['settings.setUpTwoFactor', { password: 'a' }],
    ['auth.resetPassword', { password: 'quiet-harbour-7' }],
  ] as const) {
    const answer = await mutate(path, headers, input)
    expect([path, answer.status, (await answer.json()).error.data.reason]).toEqual([path, 403, 'people_only'])
  }
})

test("an unknown, revoked or expired token isn't authenticated, even with a valid cookie", async () => {
  const { db, world, services, query, tokenOf, owner } = await setUp()
  const refusal = async (headers: Record<string, string>) => {
    const response = await query('clients.list', headers)
    return [response.status, (await response.json()).error.data.reason]
  }
  const invalid = [401, 'token_invalid']
  const cookie = await cookieFor(services, world.home.owner.userId)
  expect(await refusal({ authorization: 'Bearer foyer_nothing', cookie })).toEqual(invalid)
  const { id, headers } = await tokenOf('read')
  await owner.apiTokens.revoke({ id })
  expect(await refusal(headers)).toEqual(invalid)
  const late = await tokenOf('read')
  await db.updateTable('api_tokens').set({ expires_at: '2026-03-04T09:59:59.000Z' }).execute()
  expect(await refusal(late.headers)).toEqual(invalid)
})

test("a cookie without the portal's origin still changes nothing", async () => {
  const { world, services, mutate } = await setUp()
  const cookie = await cookieFor(services, world.home.owner.userId)
  expect((await mutate('clients.save', { cookie }, NEW_CLIENT)).status).toBe(403)
})

test("a sign-on proxy's bearer token neither replaces the session nor the check of its origin", async () => {
  const { world, services, url, query, mutate } = await setUp()
  const cookie = await cookieFor(services, world.home.owner.userId)
  for (const authorization of ['Bearer eyJhbGciOi.J9', 'bearer xfoyer_1']) {
    expect((await query('clients.list', { authorization, cookie })).status).toBe(200)
    const own = { authorization, cookie, 'sec-fetch-site': 'same-origin' }
    expect((await mutate('clients.save', own, NEW_CLIENT)).status).toBe(200)
    const sites: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ]
    for (const site of sites) {
      const foreign = { authorization, cookie, ...site }
      expect((await mutate('clients.save', foreign, NEW_CLIENT)).status).toBe(403)
    }
    expect((await mutate('clients.save', { authorization }, NEW_CLIENT)).status).toBe(401)
    expect((await fetch(`${url}/mcp`, { method: 'POST', headers: { authorization, cookie } })).status).toBe(
      401,
    )
  }
})

test('the OpenAPI document is compressed if supported and the same for everyone', async () => {
  const { url } = await setUp()
  const [packed, again, plain] = await Promise.all(
    ['gzip', 'br, gzip', 'identity'].map((encoding) =>
      fetch(`${url}/api/openapi.json`, { headers: { 'accept-encoding': encoding } }),
    ),
  )
  expect([packed, again, plain].map((answer) => answer?.headers.get('content-encoding'))).toEqual([
    'gzip',
    'gzip',
    null,
  ])
  expect(plain?.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
  const text = await plain?.text()
  expect([await packed?.text(), await again?.text()]).toEqual([text, text])
})

test('the OpenAPI document describes exactly what a token may call', async () => {
  const { url, tokenOf } = await setUp()
  const document = await (await fetch(`${url}/api/openapi.json`)).json()
  expect(document).toMatchObject({
    openapi: '3.1.0',
    paths: {
      '/trpc/clients.list': { get: { operationId: 'clients.list' } },
      '/trpc/clients.save': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { properties: { name: { type: 'string' } } } } },
          },
        },
      },
    },
  })
  for (const path of ['auth.signIn', 'apiTokens.create', 'settings.changePassword', 'live.changes']) {
    expect(document.paths[`/trpc/${path}`], path).toBeUndefined()
  }
  const { headers } = await tokenOf('read')
  expect((await fetch(`${url}/trpc/clients.counters`, { headers })).status).toBe(200)
})

test('the request in the documentation returns the requested invoices', async () => {
  const { url, world, owner, tokenOf } = await setUp()
  const client_id = world.home.client.clientId
  const items = [{ description: 'Design', quantity: 1000, rate: 100_00 }]
  const { id } = await owner.invoices.save({ client_id, title: 'Sent', due_date: '2026-03-31', items })
  await owner.invoices.send({ id })
  await owner.invoices.save({ client_id, title: 'Draft', due_date: '2026-03-31', items })
  const [, path = '', header = '', data = ''] =
    /curl -G "\$PORTAL(\S+)" -H "Authorization: (.+)" \\\s+--data-urlencode '(.+)'/.exec(
      readFileSync('docs/api.md', 'utf8'),
    ) ?? []
  const { headers } = await tokenOf('read')
  const authorization = header.replace('Bearer $TOKEN', headers.authorization)
  const [name = '', value = ''] = data.split(/=(.*)/)
  const response = await fetch(`${url}${path}?${new URLSearchParams({ [name]: value })}`, {
    headers: { authorization },
  })
  const { result } = await response.json()
  expect(result.data.items.map((invoice: { title: string }) => invoice.title)).toEqual(['Sent'])
})
