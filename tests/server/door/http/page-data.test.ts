import { describe, expect, test } from 'vitest'
import type { AppOptions } from '#server/door/http/app.ts'
import { FIRST_ANSWERS_ID, type FirstAnswer, PAGE_DATA_ID, type PageData } from '#shared/door/page-data.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addSession, openTab } from '#tests/support/live.ts'
import { builtClient } from '#tests/support/servers/built-client.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { addProject } from '#tests/support/work.ts'
import { addClient, createWorld } from '#tests/support/world.ts'

/** On a busy machine, the responses take longer than a page waits for them. */
const PATIENCE_MS = 60_000

async function startPortal({ callsPerMinute, patienceMs = PATIENCE_MS }: Partial<AppOptions> = {}) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db, { config: { trustProxy: 1 } })
  const { url } = await startApp(services, {
    client: 'built',
    clientFolder: builtClient(),
    callsPerMinute,
    patienceMs,
  })
  const read = async (path: string, userId?: string) => {
    const headers: Record<string, string> = { 'x-forwarded-for': '203.0.113.7' }
    if (userId !== undefined) headers.cookie = await cookieFor(services, userId)
    const response = await fetch(url + path, { headers })
    return { response, html: await response.text() }
  }
  return { url, db, services, world, read }
}

const dataBlock = new RegExp(`<script type="application/json" id="${PAGE_DATA_ID}">(.*?)</script>`, 's')

function dataIn(html: string): PageData | null {
  const text = dataBlock.exec(html)?.[1]
  return text === undefined ? null : JSON.parse(text)
}

const answersBlock = new RegExp(
  `<script type="application/json" id="${FIRST_ANSWERS_ID}">(.*?)</script></body>`,
  's',
)

const answersIn = (html: string): FirstAnswer[] => JSON.parse(answersBlock.exec(html)?.[1] ?? '[]')

/** The page's result of one query. */
const answerIn = (html: string, path: string) => answersIn(html).find((answer) => answer.path === path)?.data

const preloadsIn = (html: string): string[] =>
  [
    ...html.matchAll(
      /<link rel="(?:modulepreload" fetchpriority="low"|stylesheet") crossorigin href="([^"]+)">/g,
    ),
  ].map(([, href = '']) => href)

describe('data that comes with a page', () => {
  test('includes the session, as returned by a call, in an uncacheable page', async () => {
    const { url, services, world, read } = await startPortal()
    const { userId } = world.home.owner
    const { response, html } = await read('/tasks', userId)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('vary')?.toLowerCase()).toContain('cookie')
    const headers = { cookie: await cookieFor(services, userId) }
    const called = async (path: string) =>
      ((await (await fetch(`${url}/trpc/${path}`, { headers })).json()) as { result: { data: unknown } })
        .result.data
    expect(dataIn(html)).toMatchObject({
      session: await called('auth.session'),
      info: await called('auth.info'),
    })
    expect(dataIn(html)?.session.user?.user_id).toBe(userId)
  })

  test("includes the live position: later changes are announced, earlier ones aren't", async () => {
    const { services, db, world, read } = await startPortal()
    const { owner } = world.home
    const asOwner = callerAs(db, owner)
    await asOwner.quickTasks.add({ text: 'Before' })
    const since = dataIn((await read('/tasks', owner.userId)).html)?.last_event_id ?? null
    expect(since).not.toBeNull()
    const session = await addSession(db, owner)
    const first = openTab(services, owner, session, since)
    expect((await first.next())?.domains).toEqual([])
    await first.close()
    await asOwner.quickTasks.add({ text: 'Later' })
    const second = openTab(services, owner, session, since)
    expect((await second.next())?.domains).toContain('quickTasks')
    await second.close()
  })

  test('includes no user if signed out, and the page may be revalidated', async () => {
    const { read } = await startPortal()
    const { response, html } = await read('/tasks')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(dataIn(html)?.session).toEqual({ user: null })
    expect(preloadsIn(html)).toEqual([])
  })

  test("can't be broken by a name that ends the data or starts a script", async () => {
    const { db, world, read } = await startPortal()
    const name = '</script><!--<script>alert(1)</script>\u2028$& $` "'
    await db.updateTable('profiles').set({ name }).where('user_id', '=', world.home.owner.userId).execute()
    const { html } = await read('/dashboard', world.home.owner.userId)
    expect(dataIn(html)?.session.user?.name).toBe(name)
    expect(html).not.toContain('alert(1)</script>')
    expect(dataBlock.exec(html)?.[1]).not.toContain('<')
    // For the session and for the screen's first queries.
    expect(html.match(/<script/g)).toHaveLength(2)
  })

  test('includes no user for an access token', async () => {
    const { url } = await startPortal()
    const response = await fetch(`${url}/tasks`, { headers: { authorization: 'Bearer none' } })
    expect(dataIn(await response.text())?.session).toEqual({ user: null })
  })

  test('is omitted without the database or over the rate limit', async () => {
    const { services, world, read } = await startPortal({ callsPerMinute: 12 })
    const { userId } = world.home.owner
    expect(dataIn((await read('/tasks', userId)).html)).not.toBeNull()
    expect(dataIn((await read('/tasks', userId)).html)).not.toBeNull()
    const { response, html } = await read('/tasks', userId)
    expect([response.status, dataIn(html)]).toEqual([200, null])

    const second = await startPortal()
    const cookie = await cookieFor(second.services, second.world.home.owner.userId)
    second.services.db = { getExecutor: () => ({}) } as typeof services.db
    const page = await fetch(`${second.url}/tasks`, { headers: { cookie } })
    expect([page.status, dataIn(await page.text())]).toEqual([200, null])
  })
})

describe("a screen's first queries", () => {
  test('are answered in the page, each with the same result as a call', async () => {
    const { url, services, world, read } = await startPortal()
    const { userId } = world.home.owner
    const { html } = await read('/tasks', userId)
    const headers = { cookie: await cookieFor(services, userId) }
    const answers = answersIn(html)
    expect(answers.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['workLog.timer', 'settings.get', 'tasks.counters', 'tasks.list']),
    )
    for (const { path, input, data } of answers) {
      const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
      const called = await fetch(`${url}/trpc/${path}${query}`, { headers })
      expect({ path, result: { data } }).toEqual({ path, ...(await called.json()) })
    }
  })

  test('are answered for the signed-in user: two clients of an agency each get their own', async () => {
    const { db, world, read } = await startPortal()
    const { agencyId, client } = world.home
    const sibling = await addClient(db, agencyId, 'Sibling Client', 'Sibling Company')
    const projectsOf = async ({ userId }: { userId: string }) =>
      answerIn((await read('/projects', userId)).html, 'projects.list')
    const first = await addProject(db, world.home)
    const second = await addProject(db, world.home, { client: sibling.name })
    expect(await projectsOf(client)).toMatchObject({ items: [{ id: first.id }], nextCursor: null })
    expect(await projectsOf(sibling)).toMatchObject({ items: [{ id: second.id }], nextCursor: null })
    expect(await projectsOf(world.foreign.owner)).toMatchObject({ items: [] })
    expect(answersIn((await read('/projects')).html)).toEqual([])
  })

  test('are left to the screen if rejected, filtered or over the rate limit', async () => {
    const { world, read } = await startPortal({ callsPerMinute: 20 })
    const { owner, client } = world.home
    const frame = ['workLog.timer', 'messages.unreadCount', 'notifications.unreadCount', 'settings.get']
    const paths = async (path: string, userId: string) =>
      answersIn((await read(path, userId)).html).map((answer) => answer.path)
    expect(await paths('/employees', client.userId)).toEqual([...frame, 'views.list'])
    expect(await paths('/tasks?status=done', owner.userId)).toEqual(frame)
    expect(await paths('/tasks', owner.userId)).toEqual([])
  })

  test("don't delay the page longer than the screen would wait", async () => {
    const { services, world, read } = await startPortal({ patienceMs: 3_000 })
    const { replica } = services
    services.replica = { current: () => new Promise(() => {}), rest: () => {} } as unknown as typeof replica
    const { html } = await read('/dashboard', world.home.owner.userId)
    const paths = answersIn(html).map(({ path }) => path)
    expect(paths).toContain('activity.list')
    expect(paths).not.toContain('dashboard.stats')
    services.replica = replica
  })

  test("can't be broken by text that ends the data or starts a script", async () => {
    const { db, world, read } = await startPortal()
    const { owner } = world.home
    const text = '</script></body><!--<script>alert(1)</script>\u2028$& $`'
    await callerAs(db, owner).quickTasks.add({ text })
    const { html } = await read('/quicks', owner.userId)
    expect(JSON.stringify(answersIn(html))).toContain('alert(1)')
    expect(html).not.toContain('alert(1)</script>')
    expect(html.match(/<script/g)).toHaveLength(2)
  })
})

describe("a page's preload links", () => {
  test("name the frame and the screen's chunks once, and none of the entry chunk", async () => {
    const { world, read } = await startPortal()
    const { html } = await read('/my-tasks/?status=todo', world.home.owner.userId)
    expect(preloadsIn(html)).toEqual([
      '/assets/frame-1.js',
      '/assets/frame-1.css',
      '/assets/portal-1.js',
      '/assets/tasks-1.js',
    ])
  })

  test('are public if the page is', async () => {
    const { read } = await startPortal()
    expect(preloadsIn((await read('/')).html)).toEqual(['/assets/landing-1.js'])
    expect(preloadsIn((await read('/auth')).html)).toEqual([])
  })
})
