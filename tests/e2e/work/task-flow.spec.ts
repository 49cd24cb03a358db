import type { TimerDto } from '#shared/time/work-log.ts'
import { expect, test } from '../support/portal/portal.ts'
import { withoutPageData } from '../support/screens/page-data.ts'
import { alert, cardOf, read, taskNamed, toast } from '../support/screens/tasks.ts'

test('one click tracks time on a task; switching names the stopped timer and can be undone', async ({
  signIn,
}) => {
  const page = await signIn('contributor')
  await page.goto('/tasks')
  const timer = () => read<TimerDto | null>(page, 'workLog.timer', {})
  const start = (title: string) =>
    cardOf(page, title).getByRole('button', { name: `Start timer for ${title}` })
  await start('Contact form API').click()
  await expect(page.getByRole('region', { name: 'Timer', exact: true })).toContainText('Contact form API')
  const first = await timer()
  expect(first?.entry).toMatchObject({
    task: { title: 'Contact form API' },
    project: { name: 'Harbor Website Redesign' },
  })

  await start('Draft wireframes').click()
  const switched = toast(page, 'Timer switched')
  await expect(switched).toContainText('The timer on Contact form API was stopped.')
  expect((await timer())?.entry.task?.title).toBe('Draft wireframes')
  await switched.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await timer())?.entry.task?.title).toBe('Contact form API')
  await expect(start('Draft wireframes')).toBeVisible()

  await cardOf(page, 'Contact form API')
    .getByRole('button', { name: /^Stop timer for/ })
    .click()
  await expect(toast(page, 'Timer stopped')).toBeVisible()
  expect(await timer()).toBeNull()

  for (const address of ['/tasks?view=board', '/tasks?view=list', '/dashboard']) {
    await page.goto(address)
    await expect(page.getByRole('button', { name: 'Start timer for Contact form API' })).toBeVisible()
  }
  const { id } = await taskNamed(page, 'Contact form API')
  await page.goto(`/tasks?task=${id}`)
  await page.getByRole('main').getByRole('button', { name: 'Start timer', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Stop 0:00:\d\d/ })).toBeVisible()
})

test('the timer in the top bar starts immediately', async ({ signIn }) => {
  const page = await signIn('contributor')
  await page.goto('/projects')
  await page.getByRole('banner').getByRole('button', { name: 'Start timer' }).click()
  await expect(page.getByRole('region', { name: 'Timer', exact: true })).toContainText(/0:00:\d\d/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('three tasks can be added line by line in the list, board, project and dashboard', async ({
  signIn,
}) => {
  const page = await signIn('contributor')
  const add = () => page.getByRole('textbox', { name: 'Add task' })
  await page.goto('/tasks')
  for (const title of ['Sketch icons', 'Name colors', 'Order fonts']) {
    await add().fill(title)
    await add().press('Enter')
    await expect(add()).toHaveValue('')
    await expect(add()).toBeFocused()
  }
  const shown = page.getByRole('article').locator('[data-open]')
  await expect(cardOf(page, 'Order fonts')).toBeVisible()
  await expect
    .poll(async () => (await shown.allTextContents()).slice(0, 3))
    .toEqual(['Order fonts', 'Name colors', 'Sketch icons'])

  await page.goto('/tasks?view=board')
  const review = page.getByRole('region', { name: 'Review', exact: true })
  await review.getByRole('textbox', { name: 'Add task' }).fill('Proofread')
  await review.getByRole('textbox', { name: 'Add task' }).press('Enter')
  await expect(review.getByRole('button', { name: 'Proofread', exact: true })).toBeVisible()
  expect(await taskNamed(page, 'Proofread')).toMatchObject({ status: 'review' })

  const { project_id } = await taskNamed(page, 'Contact form API')
  await page.goto(`/projects?project=${project_id}&tab=tasks`)
  await add().fill('Backup plan')
  await add().press('Enter')
  await expect(page.getByRole('link', { name: 'Backup plan' })).toBeVisible()
  expect((await taskNamed(page, 'Backup plan')).project_id).toBe(project_id)

  await page.goto('/dashboard')
  await add().fill('Call the printer')
  await add().press('Enter')
  await expect(page.getByRole('list', { name: "Today's tasks" })).toContainText('Call the printer')
  expect((await taskNamed(page, 'Call the printer')).assignee?.name).toBe('Emma Rivera')
})

test('Enter before the projects have loaded adds the task afterwards', async ({ signIn }) => {
  const page = await signIn('contributor')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/trpc/**projects.list*', async (route) => {
    await held
    await route.continue()
  })
  await withoutPageData(page)
  await page.goto('/tasks')
  const add = page.getByRole('textbox', { name: 'Add task' })
  await add.fill('Typed at once')
  await add.press('Enter')
  await expect(add).toHaveValue('Typed at once')
  answer()
  await expect(cardOf(page, 'Typed at once')).toBeVisible()
  await expect(add).toHaveValue('')
})

test.describe('when adding a task fails', () => {
  test.use({ expectedProblems: [/400|500/] })

  test("shows the server's message and restores the title", async ({ signIn }) => {
    const page = await signIn('contributor')
    await page.goto('/tasks')
    await page.route('**/trpc/tasks.save*', (route) => route.fulfill({ status: 500, body: 'down' }))
    const add = page.getByRole('textbox', { name: 'Add task' })
    await add.fill('Kept for later')
    await add.press('Enter')
    await expect(alert(page, 'Failed to save task')).toBeVisible()
    await expect(add).toHaveValue('Kept for later')
    await page.unroute('**/trpc/tasks.save*')
    await add.press('Enter')
    await expect(cardOf(page, 'Kept for later')).toBeVisible()
  })
})
