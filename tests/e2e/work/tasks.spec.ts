import type { TaskDetailDto } from '#shared/work/tasks.ts'
import { expect, test } from '../support/portal/portal.ts'
import { expectNoViolations } from '../support/screens/screen-check.ts'
import {
  alert,
  cardOf,
  cards,
  choose,
  expectTiles,
  openTask,
  read,
  taskNamed,
  toast,
  write,
} from '../support/screens/tasks.ts'

test('the screen counts, searches and filters tasks, and stores the filters in the URL', async ({
  signIn,
}) => {
  const page = await signIn('owner')
  await page.goto('/tasks')
  await expectTiles(page, [
    ['Total', 10],
    ['To Do', 4],
    ['In Progress', 3],
    ['Review', 1],
    ['Done', 2],
  ])
  await expect(cards(page).getByRole('article')).toHaveCount(10)

  const homepage = cardOf(page, 'Build homepage layout')
  const { id } = await taskNamed(page, 'Build homepage layout')
  await expect(homepage).toContainText('Harbor Website Redesign')
  await expect(homepage).toContainText('Emma Rivera')
  await expect(homepage).toContainText('40%')
  await expect(homepage.getByText(id.slice(0, 8), { exact: true })).toBeVisible()
  await expect(homepage.getByRole('checkbox')).toHaveCount(3)
  await expect(homepage.getByText('+2 more', { exact: true })).toBeVisible()
  const wireframes = cardOf(page, 'Draft wireframes')
  await expect(wireframes.getByRole('checkbox')).toHaveCount(3)
  await expect(wireframes).not.toContainText('more')
  await expect(cardOf(page, 'Deliver logo pack')).toContainText('100%')
  await expect(cardOf(page, 'Define MVP scope')).toContainText('50%')
  await expect(cardOf(page, 'Accessibility pass')).toContainText('0%')

  const status = page.getByRole('combobox', { name: 'Status' })
  for (const [label, count] of [
    ['To Do', 4],
    ['In Progress', 3],
    ['Review', 1],
    ['Done', 2],
    ['Open (not done)', 8],
    ['All Status', 10],
  ] as const) {
    await choose(status, label)
    await expect(cards(page).getByRole('article')).toHaveCount(count)
  }
  await page.getByRole('link', { name: 'Review 1', exact: true }).click()
  await expect(page).toHaveURL(/status=review/)
  await expect(cards(page).getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: 'Total 10', exact: true }).click()
  await expect(cards(page).getByRole('article')).toHaveCount(10)

  await choose(page.getByRole('combobox', { name: 'Project' }), 'Lumen Mobile App')
  await expect(cards(page).getByRole('article')).toHaveCount(3)
  await expect(cards(page).getByText('Lumen Mobile App')).toHaveCount(3)
  await choose(page.getByRole('combobox', { name: 'Assignee' }), 'Emma Rivera')
  await expect(page.getByText('No tasks found')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No tasks found')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Project' })).toHaveValue('Lumen Mobile App')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(cards(page).getByRole('article')).toHaveCount(10)
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('wireframes')
  await expect(cards(page).getByRole('article')).toHaveCount(1)
  await expect(page).toHaveURL(/search=wireframes/)

  // The tiles count what matches the filters.
  await page.goto('/my-tasks?due=none')
  await expect(page).toHaveURL(/my-tasks/)
  await expectTiles(page, [['Total', 0]])
  await expect(page.getByText('No tasks found')).toBeVisible()
})

test('a card starts and completes its task unless it is blocked', async ({ portal, signIn }) => {
  const page = await signIn('contributor')
  const blocker = await taskNamed(page, 'Draft wireframes')
  const waiting = await taskNamed(page, 'Choose push provider')
  const linked = await write(page, portal, 'tasks.setBlockers', { id: waiting.id, blocked_by: [blocker.id] })
  expect(linked.status()).toBe(200)

  await page.goto('/tasks')
  const act = async (title: string, action: string) => {
    await cardOf(page, title)
      .getByRole('button', { name: `Actions for ${title}` })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await cardOf(page, 'Contact form API').getByRole('button', { name: 'Actions for Contact form API' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Start Task', 'Mark Complete'])
  await page.getByRole('menuitem', { name: 'Start Task' }).click()
  await expect(toast(page, 'Status Updated')).toContainText('Task moved to in progress')
  await expectTiles(page, [
    ['To Do', 3],
    ['In Progress', 4],
  ])
  expect((await taskNamed(page, 'Contact form API')).status).toBe('in_progress')
  await act('Contact form API', 'Mark Complete')
  await expectTiles(page, [
    ['In Progress', 3],
    ['Done', 3],
  ])
  await page.reload()
  await expect(cardOf(page, 'Contact form API')).toContainText('100%')

  await expect(cardOf(page, 'Choose push provider')).toContainText('Blocked by 1')
  await act('Choose push provider', 'Mark Complete')
  const question = page.getByRole('alertdialog', { name: 'Task is blocked' })
  await expect(question).toContainText('This task is blocked by “Draft wireframes”. Complete anyway?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect((await taskNamed(page, 'Choose push provider')).status).toBe('todo')
  await act('Choose push provider', 'Mark Complete')
  await question.getByRole('button', { name: 'Complete anyway' }).click()
  await expectTiles(page, [['Done', 4]])

  const step = cardOf(page, 'Build homepage layout').getByRole('checkbox', { name: 'Services grid' })
  await step.click()
  await expect(step).toBeChecked()
  await expect(cardOf(page, 'Build homepage layout')).toContainText('60%')
  await expect
    .poll(
      async () => (await taskNamed(page, 'Build homepage layout')).subtasks.filter((s) => s.completed).length,
    )
    .toBe(3)
})

test('a task is added with every field, edited and deleted', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/tasks')
  await page.getByRole('button', { name: 'Add Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Task' })
  const create = dialog.getByRole('button', { name: 'Create Task' })
  const missing = alert(page, 'Missing Information')
  await create.click()
  await expect(missing).toContainText('Please fill in title and select a project.')
  await missing.getByRole('button', { name: 'Dismiss' }).click()
  await expect(missing).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Write release notes')
  await create.click()
  await expect(missing).toContainText('Please fill in title and select a project.')
  await missing.getByRole('button', { name: 'Dismiss' }).click()
  await choose(dialog.getByRole('combobox', { name: 'Project' }), 'Lumen Mobile App')
  await choose(dialog.getByRole('combobox', { name: 'Assignee' }), 'Emma Rivera')
  const hours = dialog.getByRole('textbox', { name: 'Estimated hours' })
  await hours.press('ArrowUp')
  await hours.press('ArrowUp')
  await hours.press('ArrowUp')
  await expect(hours).toHaveValue('1.5')
  const subtask = dialog.getByRole('textbox', { name: 'Subtasks', exact: true })
  await subtask.fill('  Collect changes  ')
  await subtask.press('Enter')
  await subtask.fill('   ')
  await subtask.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Subtask 1' })).toHaveValue('Collect changes')
  await expect(dialog.getByRole('textbox', { name: 'Subtask 2' })).toBeHidden()
  await dialog.getByLabel('Due date').fill('15 dec')
  await dialog.getByLabel('Start date').fill('January 2, 2020')
  await dialog.getByRole('button', { name: 'Open calendar' }).last().click()
  await expect(page.getByRole('button', { name: /^15 December/ })).toHaveAttribute('data-selected', 'true')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Due date')).toHaveValue(/^December 15, /)
  await dialog.getByRole('textbox', { name: 'Title' }).press('Enter')
  await expect(toast(page, 'Task Created')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(cardOf(page, 'Write release notes')).toContainText('Emma Rivera')
  const made = await taskNamed(page, 'Write release notes')
  expect(made).toMatchObject({ status: 'todo', priority: 'medium', estimated_hours: 1.5, order_position: 0 })
  expect(made.subtasks.map(({ title }) => title)).toEqual(['Collect changes'])
  expect([made.start_date, made.due_date]).toEqual(['2020-01-02', expect.stringMatching(/-12-15$/)])

  const tokens = await openTask(page, 'Set up design tokens')
  await expect(page).toHaveURL(/task=/)
  await choose(tokens.getByRole('combobox', { name: 'Status' }), 'To Do')
  await expect(toast(page, 'Status Updated')).toContainText('Task moved to to do')
  await choose(tokens.getByRole('combobox', { name: 'Repeats' }), 'Every week')
  await expect(toast(page, 'Task Updated')).toBeVisible()
  expect(await taskNamed(page, 'Set up design tokens')).toMatchObject({
    status: 'todo',
    recurrence: 'weekly',
  })
  await page.getByRole('link', { name: 'All tasks' }).click()

  // Typing is autosaved; an empty title is restored.
  const notes = await openTask(page, 'Write release notes')
  const title = notes.getByRole('textbox', { name: 'Title' })
  await title.fill('')
  await title.press('Enter')
  await expect(missing).toContainText('Please fill in title and select a project.')
  await expect(title).toHaveValue('Write release notes')
  const text = page.getByRole('textbox', { name: 'Description' })
  await text.fill('What changed, and why.')
  await expect
    .poll(async () => (await taskNamed(page, 'Write release notes')).description)
    .toBe('What changed, and why.')
  const start = notes.getByLabel('Start date')
  await start.fill('December 20, 2099')
  await start.press('Enter')
  await expect(notes.getByText('The start date can’t be after the due date.')).toBeVisible()
  await start.fill('January 3, 2020')
  await start.press('Enter')
  await expect.poll(async () => (await taskNamed(page, 'Write release notes')).start_date).toBe('2020-01-03')
  await page.getByRole('button', { name: 'Actions for Write release notes' }).click()
  await page.getByRole('menuitem', { name: 'Delete task' }).click()
  const sure = page.getByRole('alertdialog', { name: 'Delete task' })
  await sure.getByRole('button', { name: 'Delete task' }).click()
  await expect(toast(page, 'Task deleted successfully')).toBeVisible()
  await expect(cards(page).getByRole('article')).toHaveCount(10)
  await expect(cardOf(page, 'Write release notes')).toBeHidden()
})

test.describe('when saving a task fails', () => {
  test.use({ expectedProblems: [/409|500/] })

  test("keeps edits, merges others' changes, and asks about conflicts", async ({ portal, signIn }) => {
    const page = await signIn('contributor')
    await page.goto('/tasks')
    await openTask(page, 'Accessibility pass')
    const title = page.getByRole('textbox', { name: 'Title' })
    await page.route('**/trpc/tasks.save*', (route) => route.fulfill({ status: 500, body: 'down' }))
    await title.fill('Accessibility pass, whole site')
    await title.press('Enter')
    await expect(alert(page, 'Failed to save task')).toContainText('Error')
    await expect(title).toHaveValue('Accessibility pass, whole site')
    await page.unroute('**/trpc/tasks.save*')

    // Someone else changes another field: both changes are preserved.
    const { id } = await taskNamed(page, 'Accessibility pass')
    expect((await write(page, portal, 'tasks.setStatus', { id, status: 'todo' })).status()).toBe(200)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect
      .poll(() => read<TaskDetailDto>(page, 'tasks.get', { id }))
      .toMatchObject({ title: 'Accessibility pass, whole site', status: 'todo' })

    // The same field: nothing is overwritten before the user has chosen.
    const text = page.getByRole('textbox', { name: 'Description' })
    await text.fill('Mine')
    const before = await read<TaskDetailDto>(page, 'tasks.get', { id })
    const { version, title: saved, project_id, status } = before
    const theirs = { id, version, title: saved, project_id, status, description: 'Theirs' }
    expect((await write(page, portal, 'tasks.save', theirs)).status()).toBe(200)
    await text.blur()
    const notice = page.getByRole('alert').filter({ hasText: 'This task was changed by someone else' })
    await expect(notice).toContainText('Description: Theirs')
    await expect(text).toHaveValue('Mine')
    await notice.getByRole('button', { name: 'Keep my changes' }).click()
    await expect
      .poll(async () => (await read<TaskDetailDto>(page, 'tasks.get', { id })).description)
      .toBe('Mine')
  })
})

test('a task has comments, blockers, files and a history', async ({ signIn }) => {
  const page = await signIn('contributor')
  await page.goto('/tasks')
  const document = await openTask(page, 'Build homepage layout')
  await choose(
    document.getByRole('combobox', { name: 'Add a blocking task' }),
    'Contact form API · Harbor Website Redesign',
  )
  await expect(document.getByRole('link', { name: 'Contact form API' })).toBeVisible()
  await expect(document).toContainText('Blocked by 1')
  const comment = document.getByRole('textbox', { name: 'Comment', exact: true })
  await comment.pressSequentially('Please look, @Al')
  await document.getByRole('option', { name: /Alex Morgan/ }).click()
  await expect(comment).toHaveValue('Please look, @Alex Morgan ')
  await document.getByRole('button', { name: 'Add comment' }).click()
  const today = document.getByRole('region', { name: 'Today', exact: true })
  await expect(today.getByText('@Alex Morgan')).toBeVisible()
  await expect(comment).toHaveValue('')
  await today.getByRole('button', { name: 'Actions for comment by Emma Rivera' }).first().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await document.getByRole('textbox', { name: 'Edit comment' }).fill('Never mind')
  await document.getByRole('button', { name: 'Save comment' }).click()
  await expect(today).toContainText('Never mind')
  await expect(today).toContainText('edited')
  await expect(today).toContainText('Emma Rivera marked this as blocked by 1 task')

  const chooser = page.waitForEvent('filechooser')
  await document.getByRole('button', { name: 'Upload files' }).click()
  await (await chooser).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') })
  await expect(document.getByText('notes.txt').first()).toBeVisible()
  await expect(document.getByRole('link', { name: 'Download notes.txt' })).toBeVisible()

  await page.reload()
  await document.getByRole('button', { name: 'Remove blocker Contact form API' }).click()
  await expect(document.getByRole('link', { name: 'Contact form API' })).toBeHidden()
  await page.goBack()
  await expect(document).toBeHidden()
  await expect(page).toHaveURL(/\/tasks$/)
  await expect(cards(page).getByRole('article')).toHaveCount(10)
})

test("a client reads the tasks of their projects but can't change them, also on a phone", async ({
  portal,
  signIn,
}) => {
  const page = await signIn('client', { width: 390, height: 844 })
  await page.goto('/tasks')
  await expect(cards(page).getByRole('article')).toHaveCount(7)
  await expect(page.getByRole('button', { name: 'Add Task' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await expect(cards(page).getByRole('checkbox')).toHaveCount(0)
  const document = await openTask(page, 'Build homepage layout')
  // Clients comment, but all of what they write is shared.
  await expect(document.getByRole('textbox')).toHaveCount(1)
  await expect(document.getByRole('textbox', { name: 'Comment' })).toBeVisible()
  await expect(document.getByRole('radio')).toHaveCount(0)
  await expect(document).toContainText('Services grid')
  const chooser = page.waitForEvent('filechooser')
  await document.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles({ name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('Brief') })
  await expect(document.getByRole('button', { name: 'Remove brief.txt' })).toBeVisible()
  await document.getByRole('textbox', { name: 'Comment' }).fill('As discussed')
  await document.getByRole('button', { name: 'Add comment' }).click()
  const comment = document.getByRole('article', { name: /^Comment by / }).filter({ hasText: 'As discussed' })
  await comment.getByRole('button', { name: 'brief.txt', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'brief.txt' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const { id } = await taskNamed(page, 'Build homepage layout')
  const refused = await write(page, portal, 'tasks.delete', { id })
  expect(refused.status()).toBe(403)
  const { error } = await refused.json()
  expect(error.message).toBe("You don't have permission to delete tasks")
  expect(error.data.title).toBe('Access Denied')
  expect((await write(page, portal, 'tasks.setStatus', { id, status: 'done' })).status()).toBe(403)
})

test('the platform administrator reads and changes tasks of all agencies, each labeled', async ({
  signIn,
}) => {
  const page = await signIn('admin')
  await page.goto('/tasks?search=wireframes')
  await expect(cardOf(page, 'Draft wireframes')).toContainText('Lumen Mobile App · Brightline Digital')
  await cardOf(page, 'Draft wireframes').getByRole('button', { name: 'Actions for Draft wireframes' }).click()
  await page.getByRole('menuitem', { name: 'Start Task' }).click()
  await expect(toast(page, 'Status Updated')).toContainText('Task moved to in progress')
  expect((await taskNamed(page, 'Draft wireframes')).status).toBe('in_progress')
  for (const view of ['board', 'list']) {
    await page.goto(`/tasks?search=wireframes&view=${view}`)
    await expect(page.getByText('Lumen Mobile App · Brightline Digital')).toBeVisible()
  }
})
