import { beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/door/http/app.ts'
import { appRouter } from '#server/router.ts'
import { testServices } from '#tests/support/caller.ts'
import { sharedTemporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor } from '#tests/support/servers/http.ts'
import { ROUTES } from './tables/route-table.ts'
import { openIsolationWorld } from './world/world.ts'

const ASKERS = ['admin', 'owner', 'contributor', 'client', 'signedOut'] as const
type Asker = (typeof ASKERS)[number]

const open = openIsolationWorld()
let portal: { url: string; cookies: Map<Asker, string>; logged: string[] }

const dataDir = sharedTemporaryFolder()

beforeAll(async () => {
  const { db, world } = open()
  const services = testServices(db, { config: { dataDir, port: 0, host: '127.0.0.1' } })
  const logged: string[] = []
  services.log.error = ((details: { err?: unknown }) => logged.push(String(details.err))) as never
  const cookies = new Map<Asker, string>()
  for (const asker of ASKERS) {
    if (asker !== 'signedOut') cookies.set(asker, await cookieFor(services, world.people[asker].userId))
  }
  const app = await createApp(services, appRouter, { client: 'none' })
  const { port } = new URL(await app.start())
  portal = { url: `http://127.0.0.1:${port}`, cookies, logged }
  return async () => {
    app.server.closeAllConnections()
    await app.stop()
  }
})

const CURSORS = [
  ['NaN', 'x'],
  ['\0', '\0'],
  ['1e999', ''],
].map((cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url'))

/** Possible URL contents, percent-encoded or not. */
const SEGMENTS = [
  '%00',
  'a%00b.pdf',
  '%ED%A0%80',
  '%C0%AE%C0%AE',
  '%',
  '%zz',
  '..%2f..%2fetc%2fpasswd',
  '%E2%80%AE.pdf',
  'x'.repeat(4000),
  'NaN',
  '-1.zip',
  '__proto__',
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-0000-0000-000000000000.pdf',
  '%20',
]
const VALUES = [...SEGMENTS, ...CURSORS, '', '0000-01-01', '9999-12-31', 'Infinity', '%F0%9F%98%80']
const FIELDS = ['project_id', 'kind', 'task_id', 'from', 'to', 'token', 'search', 'client_id', 'direction']

async function ask(
  asker: Asker,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<string | null> {
  const cookie = portal.cookies.get(asker)
  const headers = { origin: portal.url, ...(cookie !== undefined && { cookie }), ...init.headers }
  portal.logged.length = 0
  const response = await fetch(portal.url + path, { redirect: 'manual', ...init, method, headers })
  await response.arrayBuffer()
  if (response.status < 500 && portal.logged.length === 0) return null
  return `${asker} ${method} ${path.slice(0, 120)}: ${response.status} ${portal.logged}`
}

const BODIES: (RequestInit | undefined)[] = [
  undefined,
  { body: '{' },
  { body: '\0', headers: { 'content-type': 'application/json' } },
  { body: '--x\r\n\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  {
    body: '--x\r\ncontent-disposition: form-data; name="file"; filename="a\\0\u202eb"\r\n\r\nbytes\r\n--x--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  },
  { body: new Uint8Array([0xff, 0xd8, 0xff, 0, 1, 2]), headers: { 'content-type': 'image/jpeg' } },
]

const routes = [...new Set(Object.keys(ROUTES).map((name) => name.replace(/ \(.*\)$/, '')))]

test.for(routes)('%s handles any URL parameters', async (route) => {
  const [method = '', pattern = ''] = route.split(' ')
  const paths = pattern.includes(':')
    ? SEGMENTS.map((segment) => pattern.replace(/:\w+(\.zip)?/, segment))
    : FIELDS.flatMap((field) => [
        ...VALUES.map((value) => `${pattern}?${field}=${value}`),
        `${pattern}?${field}[a]=1`,
      ])
  const failures: (string | null)[] = []
  for (const [index, path] of paths.entries()) {
    const asker = ASKERS[index % ASKERS.length] ?? 'owner'
    failures.push(
      await ask(asker, method, path, method === 'POST' ? BODIES[index % BODIES.length] : undefined),
    )
  }
  expect(failures.filter((failure) => failure !== null)).toEqual([])
})

const json = { 'content-type': 'application/json' }
const DEEP = '['.repeat(200_000)
const CALLS: [method: string, path: string, init?: RequestInit][] = [
  ...SEGMENTS.map((segment): [string, string] => ['GET', `/trpc/${segment}`]),
  ...VALUES.map((value): [string, string] => ['GET', `/trpc/tasks.list?input=${value}`]),
  ...CURSORS.map((cursor): [string, string] => [
    'GET',
    `/trpc/tasks.list?input=${encodeURIComponent(JSON.stringify({ cursor, order: 'board' }))}`,
  ]),
  ['GET', '/trpc/tasks.list,tasks.list?batch=1&input=[]'],
  ['GET', '/trpc/tasks.list?batch=1&input={"0":{"search":"%5Cu0000"}}'],
  ['GET', '/trpc/constructor.toString'],
  ['POST', '/trpc/tasks.save', { body: DEEP, headers: json }],
  ['POST', '/trpc/tasks.save', { body: DEEP + ']'.repeat(200_000), headers: json }],
  ['POST', '/trpc/tasks.save', { body: `{"title":"${'x'.repeat(900_000)}"}`, headers: json }],
  ['POST', '/trpc/tasks.save', { body: 'x'.repeat(10_000_000), headers: json }],
  ['POST', '/trpc/tasks.save', { body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]), headers: json }],
  ['POST', '/trpc/tasks.save', { body: '{"__proto__":{"title":"x"}}', headers: json }],
  ['POST', '/trpc/tasks.save', { body: '"\\ud800"', headers: json }],
  ['POST', '/trpc/tasks.save', { body: '1e999', headers: json }],
  ['PUT', '/trpc/tasks.save', { body: '{}', headers: json }],
]

test('typed calls handle any bytes', async () => {
  const failures: (string | null)[] = []
  for (const [method, path, init] of CALLS) {
    for (const asker of ['owner', 'signedOut'] as const) failures.push(await ask(asker, method, path, init))
  }
  expect(failures.filter((failure) => failure !== null)).toEqual([])
})
