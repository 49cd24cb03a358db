import type { Page } from 'playwright/test'
import { FIRST_ANSWERS_ID, type FirstAnswer } from '#shared/page-data.ts'
import { withoutPageData } from './support/page-data.ts'
import { DEMO_PASSWORD, type DemoRole, demoEmail, expect, test } from './support/portal.ts'
import { DENIED, SCREENS } from './support/screens.ts'

const ROLES: readonly DemoRole[] = ['owner', 'contributor', 'client', 'admin']

/** Asked for once the first look has told for what, or only by what lies below it. */
const ASKED_LATER = ['files.list', 'live.changes']

/** A query as its name and input, in an order that doesn't depend on who wrote it. */
function asText(path: string, input: unknown): string {
  // Which way a list goes is told with the question, not with the key.
  const { direction, ...own } = (input ?? {}) as Record<string, unknown>
  return `${path} ${JSON.stringify(Object.entries(own).sort())}`
}

/** What the screen asks the server for until it stands still. */
async function asked(page: Page, path: string): Promise<string[]> {
  const questions: string[] = []
  const note = (request: { url(): string }) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/trpc/')) return
    const input = JSON.parse(searchParams.get('input') ?? '{}')
    for (const [index, name] of pathname.slice('/trpc/'.length).split(',').entries()) {
      questions.push(asText(name, searchParams.has('batch') ? input[index] : input))
    }
  }
  page.on('request', note)
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  page.off('request', note)
  return questions.filter((question) => !ASKED_LATER.some((name) => question.startsWith(name)))
}

const answersOf = (page: Page): Promise<FirstAnswer[]> =>
  page.evaluate((id) => JSON.parse(document.getElementById(id)?.textContent ?? '[]'), FIRST_ANSWERS_ID)

for (const role of ROLES) {
  test(`the screens of the ${role} come with what they show first, and with no more`, async ({ signIn }) => {
    test.slow()
    const page = await signIn(role)
    const asking = await page.context().newPage()
    await withoutPageData(asking)
    for (const path of SCREENS.filter((screen) => !DENIED[role].includes(screen))) {
      await test.step(path, async () => {
        expect(await asked(page, path)).toEqual([])
        const answered = (await answersOf(page)).map(({ path: name, input }) => asText(name, input))
        expect(await asked(asking, path)).toEqual(expect.arrayContaining(answered))
      })
    }
  })
}

test('with filters in its address a screen asks for what they let through', async ({ signIn }) => {
  const page = await signIn('owner')
  const questions = await asked(page, '/tasks?status=done')
  expect(questions.filter((question) => question.startsWith('tasks.list'))).toHaveLength(1)
})

test('what came with the page is followed like anything else', async ({ signIn }) => {
  const page = await signIn('owner')
  const other = await signIn('owner')
  await page.goto('/quicks')
  await other.goto('/quicks')
  await other.getByPlaceholder('What needs to be done?').fill('Told to the other tab')
  await other.getByRole('button', { name: 'Add Task', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Told to the other tab', exact: true })).toBeVisible()
})

test('the next user of the tab sees nothing that came for the one before', async ({ signIn }) => {
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
