import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { checkScreen, expectNoViolations } from '../support/screens/screen-check.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Projects' }).getByRole('article')
const card = (page: Page, name: string) => cards(page).filter({ hasText: name })
const view = (page: Page, name: string) => page.getByRole('article', { name })
const back = (page: Page) => page.getByRole('link', { name: 'All projects' }).click()
const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

async function choose(page: Page, field: Locator, option: string) {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function chooseAction(page: Page, record: string, action: string) {
  await page
    .getByRole('button', { name: `Actions for ${record}`, exact: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('the owner finds projects by text and status', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(cards(page)).toHaveCount(4)
  for (const text of ['Jordan Blake', 'In Progress', '65%', /\w{3} \d+ – \w{3} \d+/]) {
    await expect(card(page, 'Harbor Website Redesign')).toContainText(text)
  }
  await page.getByRole('combobox', { name: 'Status' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'All Status',
    'Planning',
    'In Progress',
    'Review',
    'Completed',
  ])
  await page.getByRole('option', { name: 'In Progress' }).click()
  await expect(cards(page)).toHaveCount(1)
  await page.reload()
  await expect(cards(page)).toHaveCount(1)
  await choose(page, page.getByRole('combobox', { name: 'Status' }), 'All Status')
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('lumen')
  await expect(cards(page)).toHaveCount(1)
  await expect(card(page, 'Lumen Mobile App')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(cards(page)).toHaveCount(4)
})

test('the owner creates a project after validation errors', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/projects')
  await page.getByRole('button', { name: 'New Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Project' })
  const field = (name: string) =>
    dialog.getByRole('textbox', { name, exact: true }).or(dialog.getByRole('combobox', { name, exact: true }))
  const save = dialog.getByRole('button', { name: 'Create Project' })

  await save.click()
  await says(page, 'Please fill in all required fields')
  await expect(field('Name')).toHaveAttribute('aria-invalid', 'true')
  await field('Name').fill('A website with an unusually long name for sixty characters')
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Web Development',
    'Mobile App',
    'Design',
    'Marketing',
    'Consulting',
  ])
  await page.getByRole('option', { name: 'Design' }).click()
  await field('Description').fill('Everything new')
  await field('Budget').pressSequentially('abc4,800.50')
  await expect(field('Budget')).toHaveValue('4,800.50')
  for (const list of ['Requirements', 'Deliverables']) {
    await field(list).fill(`  ${list} trimmed  `)
    await field(list).press('Enter')
    await field(list).fill('   ')
    await field(list).press('Enter')
    await expect(dialog.getByRole('button', { name: `Remove ${list} trimmed`, exact: true })).toHaveCount(1)
  }
  await choose(page, dialog.getByRole('combobox', { name: 'Contributors' }), 'Emma Rivera')
  await page.keyboard.press('Tab')

  await field('Client').fill('Nobody we know')
  await save.click()
  await says(page, 'Client Required')
  await says(page, 'Please select a valid client for this project.')
  await expect(field('Name')).toHaveValue('A website with an unusually long name for sixty characters')

  await field('Client').fill('Priya')
  await page.getByRole('option', { name: 'Priya Nair' }).click()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/projects\.create/, async (route) => {
    await held
    await route.continue()
  })
  await save.click()
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  letGo()
  await says(page, 'Project Created')
  await says(page, 'Your new project has been successfully created.')
  await expect(dialog).toHaveCount(0)

  const created = card(page, 'A website with an unusually long name')
  for (let visit = 0; visit < 2; visit++) {
    await expect(cards(page)).toHaveCount(5)
    await expect(created).toContainText('Planning')
    await expect(created).toContainText('0%')
    await page.reload()
  }
  await created.getByRole('button', { name: /^A website/ }).click()
  const detail = view(page, 'A website with an unusually long name')
  for (const text of [
    'Requirements trimmed',
    'Deliverables trimmed',
    '$4,800.50',
    'Priya Nair',
    'Emma Rivera',
  ]) {
    await expect(detail.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await expect(detail).toContainText('due today')
  await back(page)
  await page.getByRole('button', { name: 'New Project' }).click()
  await expect(field('Name')).toHaveValue('')
})

test('the owner edits, archives and restores a project', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Actions for Lumen Mobile App' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Manage Tasks', 'Archive'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Project' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Lumen Companion')
  await choose(page, dialog.getByRole('combobox', { name: 'Status' }), 'Review')
  const computed = dialog.getByRole('switch', { name: 'Computed from the tasks' })
  await computed.click()
  await expect(dialog.getByLabel('Progress', { exact: true })).toBeDisabled()
  await computed.click()
  await dialog.getByLabel('Progress', { exact: true }).fill('35')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await says(page, 'Action Performed')
  await says(page, 'Project "Lumen Companion" has been updated.')
  await page.reload()
  await expect(card(page, 'Lumen Companion')).toContainText('Review')
  await expect(card(page, 'Lumen Companion')).toContainText('35%')

  await chooseAction(page, 'Lumen Companion', 'Archive')
  await says(page, 'Project "Lumen Companion" has been archived.')
  await expect(cards(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await says(page, 'Project "Lumen Companion" has been restored.')
  await expect(cards(page)).toHaveCount(4)

  await card(page, 'Lumen Companion').getByRole('button', { name: 'Lumen Companion', exact: true }).click()
  await choose(
    page,
    view(page, 'Lumen Companion').getByRole('combobox', { name: 'Project status' }),
    'Planning',
  )
  await back(page)
  await expect(card(page, 'Lumen Companion')).toContainText('Planning')

  await chooseAction(page, 'Lumen Companion', 'Archive')
  await expect(cards(page)).toHaveCount(3)
  await page.getByRole('switch', { name: 'Archived' }).click()
  await expect(cards(page)).toHaveCount(1)
  await chooseAction(page, 'Lumen Companion', 'Restore')
  await expect(page.getByRole('heading', { name: 'No archived projects found' })).toBeVisible()
})

test('the second of two editors sees what the first one changed and loses nothing', async ({ signIn }) => {
  const [first, second] = [await signIn('owner'), await signIn('owner')]
  const dialogs: Locator[] = []
  for (const page of [first, second]) {
    await page.goto('/projects')
    await chooseAction(page, 'Lumen Mobile App', 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit Project' })
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Lumen Mobile App')
    dialogs.push(dialog)
  }
  const [mine, theirs] = dialogs as [Locator, Locator]
  await mine.getByLabel('Description').fill('Theirs')
  await theirs.getByRole('textbox', { name: 'Name', exact: true }).fill('Lumen Wear')
  await mine.getByRole('button', { name: 'Save changes' }).click()
  await says(first, 'Project "Lumen Mobile App" has been updated.')
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  await expect(theirs.getByRole('alert')).toContainText('changed by someone else')
  await expect(theirs.getByRole('alert')).toContainText('Theirs')
  await theirs.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(theirs.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Lumen Wear')
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  await says(second, 'Project "Lumen Wear" has been updated.')
  await second.reload()
  await card(second, 'Lumen Wear').getByRole('button', { name: 'Lumen Wear', exact: true }).click()
  await expect(view(second, 'Lumen Wear')).toContainText('Theirs')
})

for (const role of ['owner', 'contributor', 'admin'] as const) {
  test(`the ${role} manages a project's tasks in its panel`, async ({ signIn }) => {
    const page = await signIn(role)
    await page.goto('/projects')
    await expect(card(page, 'Harbor Website Redesign')).toBeVisible()
    await expect(page.getByRole('button', { name: 'New Project' })).toHaveCount(role === 'owner' ? 1 : 0)
    await chooseAction(page, 'Harbor Website Redesign', 'Manage Tasks')
    const panel = view(page, 'Harbor Website Redesign')
    const tasks = panel.getByRole('list', { name: 'Tasks of Harbor Website Redesign' }).getByRole('listitem')
    await expect(tasks).toHaveCount(4)
    await panel.getByRole('button', { name: 'Add Task' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Task' })
    await dialog.getByRole('button', { name: 'Create Task' }).click()
    await says(page, 'Please enter a task title')
    await dialog.getByLabel('Title').fill('Write the launch note')
    await dialog.getByLabel('Title').press('Enter')
    await says(page, 'Task "Write the launch note" has been created successfully!')
    await expect(tasks).toHaveCount(5)
    await page.reload()
    await chooseAction(page, 'Write the launch note', 'Edit')
    await page.getByRole('dialog', { name: 'Edit Task' }).getByLabel('Title').fill('Publish the launch note')
    await page.getByRole('button', { name: 'Update task' }).click()
    await says(page, 'Task "Publish the launch note" has been updated successfully!')
    await page.reload()
    await chooseAction(page, 'Publish the launch note', 'Delete')
    await expect(page.getByRole('button', { name: 'Delete task' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(panel).toBeVisible()
    await chooseAction(page, 'Publish the launch note', 'Delete')
    await page.getByRole('button', { name: 'Delete task' }).click()
    await says(page, 'Task deleted successfully')
    await expect(tasks).toHaveCount(4)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL(/\/projects$/)
  })
}

test('the client reads their projects, reviews deliverables and downloads completed work', async ({
  signIn,
}) => {
  const page = await signIn('client')
  await page.goto('/my-projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(cards(page)).toHaveCount(3)
  await expect(card(page, 'Lumen Mobile App')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New Project' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Harbor Spring Campaign', exact: true }).click()
  const panel = view(page, 'Harbor Spring Campaign')
  await expect(panel.getByRole('link', { name: 'Download Files' })).toHaveCount(0)
  await expect(panel.getByText('Time and budget')).toHaveCount(0)
  await panel.getByRole('tab', { name: 'Tasks' }).click()
  await expect(panel.getByRole('listitem').first()).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Add Task' })).toHaveCount(0)
  await panel.getByRole('tab', { name: 'Files' }).click()
  await expect(panel.getByRole('button', { name: 'Upload files' })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Request changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request changes' })
  await dialog.getByRole('button', { name: 'Request changes' }).click()
  await says(page, 'Please describe the changes you need')
  await dialog.getByLabel('What should change?').fill('Shorter, please')
  await dialog.getByRole('button', { name: 'Request changes' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(panel.getByText('Jordan Blake: Shorter, please')).toBeVisible()
  await panel.getByRole('button', { name: 'Approve' }).click()
  await expect(panel.getByText('Approved', { exact: true })).toBeVisible()
  await expect(panel.getByText('Shorter, please')).toHaveCount(0)
  await back(page)
  await expect(panel).toHaveCount(0)

  await page.getByRole('button', { name: 'Harbor Brand Refresh', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Files' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Harbor Brand Refresh.zip')
  expect(readFileSync(await download.path()).length).toBeGreaterThan(500)
})

test('the owner sets a time budget and shares the hours', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Lumen Mobile App', exact: true }).click()
  const panel = view(page, 'Lumen Mobile App')
  await panel.getByRole('button', { name: 'Edit time budget' }).click()
  const dialog = page.getByRole('dialog', { name: 'Time budget' })
  await choose(page, dialog.getByRole('combobox', { name: 'Budget in' }), 'Hours')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Budget must be more than 0')
  await dialog.getByLabel('Hours', { exact: true }).fill('200')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText(/of 200h used/)).toBeVisible()
  await panel.getByRole('tab', { name: 'Time' }).click()
  const share = panel.getByRole('switch', { name: 'Share hours with the client' })
  const before = await share.isChecked()
  const saved = page.waitForResponse(/saveProjectTime/)
  await share.click()
  await (await saved).finished()
  await expect(share).toBeChecked({ checked: !before })
  await page.reload()
  await expect(share).toBeChecked({ checked: !before })
})

test('page, preview and dialogs fit a phone and are accessible', async ({ signIn }) => {
  for (const dark of [false, true]) {
    const page = await signIn('owner', { width: 360, height: 780, dark })
    await page.goto('/projects')
    await page.getByRole('button', { name: 'Harbor Brand Refresh', exact: true }).click()
    const panel = view(page, 'Harbor Brand Refresh')
    for (const tab of ['Overview', 'Tasks', 'Files', 'Time', 'Money', 'Messages']) {
      await panel.getByRole('tab', { name: tab }).click()
      await expect(panel.getByRole('tab', { name: tab })).toBeInViewport({ ratio: 1 })
      await expect(panel.getByRole('tabpanel', { name: tab })).not.toBeEmpty()
      await expect(panel.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      await checkScreen(page)
    }
    const id = new URL(page.url()).searchParams.get('project')
    await page.goto(`/projects?peek=${id}`)
    const peek = page.getByRole('dialog', { name: 'Harbor Brand Refresh' })
    await expect(peek.getByText('Timeline')).toBeVisible()
    await expectNoViolations(page)
    const overflow = await peek.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await peek.getByRole('link', { name: 'Open project' }).click()
    await expect(panel).toBeVisible()
    await page.goto('/projects?new=true')
    await expect(page.getByRole('dialog', { name: 'New Project' })).toBeVisible()
    await expectNoViolations(page)
  }
})

test.describe('a new agency', () => {
  test.use({ data: 'empty' })
  test('is guided to its first project', async ({ page, portal }) => {
    const answer = await page.request.post('/trpc/auth.signUp', {
      headers: { origin: portal.url, 'content-type': 'application/json' },
      data: {
        name: 'Nia Okafor',
        email: 'nia@example.test',
        password: 'tangerine-42',
        role: 'agency_admin',
        agency_name: 'Okafor Studio',
      },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    await page.goto('/projects')
    await page.getByRole('button', { name: 'Create First Project' }).click()
    await expect(page.getByRole('dialog', { name: 'New Project' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/projects$/)
  })
})
