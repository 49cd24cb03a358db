import type { Page } from 'playwright/test'
import { FIRST_ANSWERS_ID, type FirstAnswer } from '#shared/door/page-data.ts'
import { DEMO_PASSWORD, type DemoRole, demoEmail, expect, test } from '../support/portal/portal.ts'
import { withoutPageData } from '../support/screens/page-data.ts'
import { DENIED, SCREENS } from '../support/screens/screens.ts'

const ROLES: readonly DemoRole[] = ['owner', 'contributor', 'client', 'admin']

/** Requested only after the first queries, or by content below the fold. */
const ASKED_LATER = ['files.list', 'live.changes', 'payouts.list']

/** A query's name and input, with sorted keys. */
function asText(path: string, input: unknown): string {
  // The sort direction is in the input, not in the key.
  const { direction, ...own } = (input ?? {}) as Record<string, unknown>
  return `${path} ${JSON.stringify(Object.entries(own).sort())}`
}

/** What the screen requests until it is idle, and at least until it has requested what is expected. */
async function asked(page: Page, path: string, expected: readonly unknown[] = []): Promise<string[]> {
  const questions: string[] = []
  const note = (request: { url(): string }) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/trpc/')) return
    const input = JSON.parse(searchParams.get('input') ?? '{}')
    for (const [index, name] of pathname.slice('/trpc/'.length).split(',').entries()) {
      questions.push(asText(name, searchParams.has('batch') ? input[index] : input))
    }
  }
  const underway = new Set<unknown>()
  const start = (request: { url(): string }) => {
    note(request)
    // The stream of live changes stays open.
    if (!request.url().includes('live.changes')) underway.add(request)
  }
  const end = (request: unknown) => underway.delete(request)
  page.on('request', start).on('requestfinished', end).on('requestfailed', end)
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect.poll(() => questions).toEqual(expect.arrayContaining([...expected]))
  // Scripts that are still loading send requests later.
  const settled = async () => {
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
    return underway.size
  }
  await expect.poll(settled).toBe(0)
  page.off('request', start).off('requestfinished', end).off('requestfailed', end)
  return questions.filter((question) => !ASKED_LATER.some((name) => question.startsWith(name)))
}

const answersOf = (page: Page): Promise<FirstAnswer[]> =>
  page.evaluate((id) => JSON.parse(document.getElementById(id)?.textContent ?? '[]'), FIRST_ANSWERS_ID)

for (const role of ROLES) {
  test(`the ${role}'s pages include exactly the data their screens request first`, async ({ signIn }) => {
    test.slow()
    const page = await signIn(role)
    const asking = await page.context().newPage()
    await withoutPageData(asking)
    for (const path of SCREENS.filter((screen) => !DENIED[role].includes(screen))) {
      await test.step(path, async () => {
        expect(await asked(page, path)).toEqual([])
        const answered = (await answersOf(page)).map(({ path: name, input }) => asText(name, input))
        await asked(asking, path, answered)
      })
    }
  })
}

test('screens with filters in the URL request filtered data', async ({ signIn }) => {
  const page = await signIn('owner')
  const questions = await asked(page, '/tasks?status=done', [expect.stringContaining('tasks.list')])
  expect(questions.filter((question) => question.startsWith('tasks.list'))).toHaveLength(1)
})

test('data that came with the page receives live updates', async ({ signIn }) => {
  const page = await signIn('owner')
  const other = await signIn('owner')
  await page.goto('/quicks')
  await other.goto('/quicks')
  await other.getByPlaceholder('What needs to be done?').fill('Told to the other tab')
  await other.getByRole('button', { name: 'Add Task', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Told to the other tab', exact: true })).toBeVisible()
})

test("data of the previous user isn't shown to the next one", async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/projects')
  await expect(page.getByRole('button', { name: 'New Project' })).toBeVisible()
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByLabel('Email').fill(demoEmail('client'))
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  const own = page.waitForRequest(/\/trpc\/[^?]*dashboard\.stats/)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await own
  const list = page.waitForRequest(/\/trpc\/[^?]*projects\.list/)
  await page.getByRole('link', { name: 'Projects' }).first().click()
  await list
  await expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New Project' })).toHaveCount(0)
})
