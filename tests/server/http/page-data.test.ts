import { describe, expect, test } from 'vitest'
import { FIRST_ANSWERS_ID, type FirstAnswer, PAGE_DATA_ID, type PageData } from '#shared/page-data.ts'
import { builtClient } from '#tests/support/built-client.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { cookieFor, startApp } from '#tests/support/http.ts'
import { addSession, openTab } from '#tests/support/live.ts'
import { addProject } from '#tests/support/work.ts'
import { addClient, createWorld } from '#tests/support/world.ts'

async function startPortal(callsPerMinute?: number) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db, { config: { trustProxy: 1 } })
  const { url } = await startApp(services, { client: 'built', clientFolder: builtClient(), callsPerMinute })
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

/** What a page answers of one query. */
const answerIn = (html: string, path: string) => answersIn(html).find((answer) => answer.path === path)?.data

const preloadsIn = (html: string): string[] =>
  [
    ...html.matchAll(
      /<link rel="(?:modulepreload" fetchpriority="low"|stylesheet") crossorigin href="([^"]+)">/g,
    ),
  ].map(([, href = '']) => href)

describe('what comes with a page', () => {
  test('who is signed in, the same as by a call, in a page that nobody keeps', async () => {
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

  test('since when to listen: a change after the page is told, one before it is not', async () => {
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

  test('signed out, nobody’s name, and a page that may be asked about again', async () => {
    const { read } = await startPortal()
    const { response, html } = await read('/tasks')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(dataIn(html)?.session).toEqual({ user: null })
    expect(preloadsIn(html)).toEqual([])
  })

  test('no name ends the data or starts a script', async () => {
    const { db, world, read } = await startPortal()
    const name = '</script><!--<script>alert(1)</script>\u2028$& $` "'
    await db.updateTable('profiles').set({ name }).where('user_id', '=', world.home.owner.userId).execute()
    const { html } = await read('/dashboard', world.home.owner.userId)
    expect(dataIn(html)?.session.user?.name).toBe(name)
    expect(html).not.toContain('alert(1)</script>')
    expect(dataBlock.exec(html)?.[1]).not.toContain('<')
    // The session's, and that of what the screen asks first.
    expect(html.match(/<script/g)).toHaveLength(2)
  })

  test('an access token puts nobody into a page', async () => {
    const { url } = await startPortal()
    const response = await fetch(`${url}/tasks`, { headers: { authorization: 'Bearer none' } })
    expect(dataIn(await response.text())?.session).toEqual({ user: null })
  })

  test('without its database, or asked too often, the page comes without data', async () => {
    const { services, world, read } = await startPortal(12)
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

describe('what a screen asks first', () => {
  test('comes answered with its page, each the same as by a call', async () => {
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

  test('is for each who they are: of two clients of an agency, each reads their own', async () => {
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

  test('is left to the screen where it is refused, filtered, or asked too often', async () => {
    const { world, read } = await startPortal(20)
    const { owner, client } = world.home
    const frame = ['workLog.timer', 'messages.unreadCount', 'notifications.unreadCount', 'settings.get']
    const paths = async (path: string, userId: string) =>
      answersIn((await read(path, userId)).html).map((answer) => answer.path)
    expect(await paths('/employees', client.userId)).toEqual([...frame, 'views.list'])
    expect(await paths('/tasks?status=done', owner.userId)).toEqual(frame)
    expect(await paths('/tasks', owner.userId)).toEqual([])
  })

  test('holds the page up no longer than the screen would wait', async () => {
    const { services, world, read } = await startPortal()
    const { replica } = services
    services.replica = { current: () => new Promise(() => {}), rest: () => {} } as unknown as typeof replica
    const { html } = await read('/dashboard', world.home.owner.userId)
    const paths = answersIn(html).map(({ path }) => path)
    expect(paths).toContain('activity.list')
    expect(paths).not.toContain('dashboard.stats')
    services.replica = replica
  })

  test('no text in it ends the data or starts a script', async () => {
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

describe('what a page lets the browser fetch at once', () => {
  test('is the frame and the chunks of its screen, once each, and nothing of the first screen', async () => {
    const { world, read } = await startPortal()
    const { html } = await read('/my-tasks/?status=todo', world.home.owner.userId)
    expect(preloadsIn(html)).toEqual([
      '/assets/frame-1.js',
      '/assets/frame-1.css',
      '/assets/portal-1.js',
      '/assets/tasks-1.js',
    ])
  })

  test('is open to everybody where the page is', async () => {
    const { read } = await startPortal()
    expect(preloadsIn((await read('/')).html)).toEqual(['/assets/landing-1.js'])
    expect(preloadsIn((await read('/auth')).html)).toEqual([])
  })
})
