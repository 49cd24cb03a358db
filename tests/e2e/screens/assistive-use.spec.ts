import type { Page } from 'playwright/test'
import { DEMO_PASSWORD, demoEmail, expect, test } from '../support/portal/portal.ts'
import { expectNoSidewaysScroll } from '../support/screens/screen-check.ts'

const TEN_SCREENS = [
  '/dashboard',
  '/projects',
  '/tasks',
  '/payments',
  '/work-log',
  '/messages',
  '/schedules',
  '/quicks',
  '/clients',
  '/settings',
]

const CONTROL =
  /^'?(button|link|textbox|searchbox|spinbutton|combobox|checkbox|switch|radio|tab|menuitem|slider|img|progressbar)\b/

async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

/** Elements that a screen reader could only announce by their role. */
async function namelessControls(page: Page): Promise<string[]> {
  const spoken = (await page.locator('body').ariaSnapshot()).split('\n')
  const controls = spoken.map((line) => line.trim().replace(/^- /, '')).filter((line) => CONTROL.test(line))
  expect(controls.length).toBeGreaterThan(10)
  return controls.filter((line) => !/^'?\w+ "[^"]*\p{Letter}/u.test(line))
}

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

for (const role of ['owner', 'client'] as const) {
  test(`every control of the ${role} on ten screens has an accessible name`, async ({ signIn }) => {
    const page = await signIn(role)
    for (const path of TEN_SCREENS) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      expect(await namelessControls(page), path).toEqual([])
    }
  })
}

test('a contributor signs in, adds a task, finds it and tracks time using only the keyboard', async ({
  page,
}) => {
  const { keyboard } = page
  await page.goto('/auth')
  await expect(page.getByLabel('Email')).toBeEditable()
  await page.getByLabel('Email').focus()
  await keyboard.type(demoEmail('contributor'))
  await keyboard.press('Tab')
  await keyboard.type(DEMO_PASSWORD)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Contributor Dashboard' })).toBeVisible()

  await keyboard.press('g')
  await keyboard.press('t')
  await expect(page).toHaveURL(/\/tasks/)
  await expect(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible()
  await page.getByRole('textbox', { name: 'Add task' }).first().focus()
  await keyboard.type('Name the colors')
  await keyboard.press('Enter')
  await expect(page.getByText('Name the colors', { exact: true }).first()).toBeVisible()
  await keyboard.press('Escape')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())

  await keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await keyboard.type('Name the colors')
  const hit = page
    .getByRole('dialog')
    .getByRole('button', { name: /Name the colors/ })
    .first()
  await expect(hit).toHaveAttribute('data-selected', 'true')
  await keyboard.press('Enter')
  const task = page.getByRole('article', { name: 'Name the colors' })
  await expect(task).toBeVisible()
  const start = task.getByRole('button', { name: 'Start timer' }).first()
  await start.focus()
  await keyboard.press('Enter')
  const timer = page.getByRole('region', { name: 'Timer', exact: true })
  await expect(timer).toContainText('Name the colors')
  await timer.getByRole('button', { name: 'Stop timer' }).focus()
  await keyboard.press('Space')
  await expect(timer).toHaveCount(0)

  await keyboard.press('c')
  await expect(page.getByRole('dialog')).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await focused(page)).not.toBeNull()
})

test('at 200 % zoom an owner reaches everything without horizontal scrolling', async ({ signIn }) => {
  // 1440 × 900 at 200 % zoom: half as many CSS pixels.
  const page = await signIn('owner', { width: 720, height: 450 })
  for (const path of TEN_SCREENS) {
    await open(page, path)
    await test.step(path, () => expectNoSidewaysScroll(page))
  }
  await open(page, '/invoices?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create Invoice' })
  await dialog.getByLabel('Title').fill('At 200 %')
  const create = dialog.getByRole('button', { name: 'Create Invoice' })
  await create.scrollIntoViewIfNeeded()
  await expect(create).toBeInViewport()
  await expectNoSidewaysScroll(page)
})

test('reduced motion disables animations', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/employees')
  await page.getByRole('main').getByRole('button', { name: 'Emma Rivera', exact: true }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 10)
      .map(
        (animation) =>
          (animation as CSSTransition).transitionProperty ?? (animation as CSSAnimation).animationName,
      ),
  )
  expect(moving).toEqual([])
})
