import { daysBetween, shiftDate } from '#shared/base/calendar.ts'
import { formatCardDate } from '#shared/base/format.ts'
import type { Page as ListPage } from '#shared/base/paging.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { expect, test } from '../support/portal/portal.ts'
import { expectNoViolations } from '../support/screens/screen-check.ts'
import { choose, expectTiles, read, taskNamed, toast } from '../support/screens/tasks.ts'

test('the board moves tasks by keyboard and mouse and keeps their order', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/tasks?view=board')
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const titles = (name: string) => column(name).locator('[data-card]')
  await expect(titles('To Do')).toHaveCount(4)
  const before = await titles('To Do').allTextContents()
  const said = page.getByText(/^Picked up|is over|was dropped/)

  const card = column('To Do').getByRole('button', { name: 'Contact form API', exact: true })
  await card.focus()
  await page.keyboard.press('ArrowUp')
  await expect(titles('To Do').nth(2)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(card).toBeFocused()
  await page.keyboard.press('Space')
  await expect(said).toHaveText(/Contact form API/)
  await page.keyboard.press('ArrowRight')
  await expect(said).toHaveText('Contact form API is over In Progress.')
  await page.keyboard.press('Space')
  await expect(toast(page, 'Status Updated')).toContainText('Task moved to in progress')
  await expect(titles('To Do')).toHaveText(before.slice(0, 3))
  await expect(
    column('In Progress').getByRole('button', { name: 'Contact form API', exact: true }),
  ).toBeVisible()
  await expect.poll(async () => (await taskNamed(page, 'Contact form API')).status).toBe('in_progress')
  await page.reload()
  await expect(
    column('In Progress').getByRole('button', { name: 'Contact form API', exact: true }),
  ).toBeVisible()

  const first = titles('To Do').first()
  const last = titles('To Do').last()
  const from = await first.boundingBox()
  const to = await last.boundingBox()
  if (from === null || to === null) throw new Error('The cards are not on screen')
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 24, from.y + 30, { steps: 4 })
  await page.mouse.move(to.x + 20, to.y + 40, { steps: 12 })
  await expect(said).toHaveText(`${before[0]} is over To Do.`)
  await page.mouse.up()
  const after = [before[1] ?? '', before[2] ?? '', before[0] ?? '']
  await expect(titles('To Do')).toHaveText(after)
  await expect
    .poll(async () => {
      const order = await read<ListPage<TaskDto>>(page, 'tasks.list', { status: 'todo', order: 'board' })
      return order.items.map(({ title }) => title)
    })
    .toEqual(after)
  await page.reload()
  await expect(titles('To Do')).toHaveText(after)
  await page.getByRole('button', { name: 'Landing page copy', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Landing page copy' })).toBeVisible()
})

test('on touch screens a swipe scrolls the board, and a long press moves a card', async ({ signIn }) => {
  const page = await signIn('owner', { width: 390, height: 844 })
  await page.goto('/tasks?view=board')
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = column('To Do').getByRole('article').first()
  const title = await card.getByRole('button').first().innerText()
  const board = page.getByRole('region', { name: 'Board', exact: true })
  const scrolled = () => board.evaluate((element) => element.scrollLeft)
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  const said = page.getByText(/^Picked up|is over|was dropped/)

  await card.scrollIntoViewIfNeeded()
  const place = await card.boundingBox()
  if (place === null) throw new Error('The card is not on screen')
  const [x, y] = [place.x + place.width / 2, place.y + 20]
  // Sent together, because a touch that rests first picks up the card.
  let swept = 30
  await Promise.all([touch('touchStart', { x, y }), touch('touchMove', { x: x - swept, y })])
  await expect
    .poll(async () => {
      swept = Math.min(swept + 10, place.width / 2)
      await touch('touchMove', { x: x - swept, y })
      return scrolled()
    })
    .toBeGreaterThan(0)
  await touch('touchEnd')
  await expect(said).toHaveCount(0)
  // Until the swipe has finished snapping, the board would override the scroll position.
  let before = -1
  await expect
    .poll(async () => {
      const moved = (await scrolled()) - before
      before += moved
      return moved
    })
    .toBe(0)
  await board.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }))
  await expect.poll(scrolled).toBe(0)

  await touch('touchStart', { x, y })
  await expect(said).toHaveText(`${title} is over To Do.`)
  // At the edge the board scrolls by itself while the finger moves slightly.
  let tremble = 0
  await expect
    .poll(async () => {
      tremble = 1 - tremble
      await touch('touchMove', { x: 375, y: y + 10 + tremble })
      return scrolled()
    })
    .toBeGreaterThan(200)
  await touch('touchMove', { x: 195, y: y + 20 })
  await expect(said).toHaveText(/is over (In Progress|Review|Done)\.$/)
  // The board scrolls for a moment longer, so the card is then over another column.
  let last = ''
  await expect
    .poll(async () => {
      const [earlier, now] = [last, `${await scrolled()} ${await said.textContent()}`]
      last = now
      return now === earlier
    })
    .toBe(true)
  const target = /is over (.+)\.$/.exec((await said.textContent()) ?? '')?.[1] ?? ''
  await touch('touchEnd')
  await expect(toast(page, 'Status Updated')).toContainText(`Task moved to ${target.toLowerCase()}`)
  await expect(column(target).getByRole('button', { name: title, exact: true })).toHaveCount(1)
  await expect
    .poll(async () => (await taskNamed(page, title)).status)
    .toBe(target.toLowerCase().replace(' ', '_'))
})

test('the timeline moves and resizes tasks by mouse and keyboard', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/tasks?view=timeline')
  const bar = page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('button', { name: /^Draft wireframes: / })
  const before = await taskNamed(page, 'Draft wireframes')
  const [start, due] = [before.start_date ?? '', before.due_date ?? '']
  const saved = (start_date: string, due_date: string) =>
    expect
      .poll(async () => {
        const task = await taskNamed(page, 'Draft wireframes')
        return [task.start_date, task.due_date]
      })
      .toEqual([start_date, due_date])
  const drag = async (from: 'middle' | 'end', days: number) => {
    await bar.scrollIntoViewIfNeeded()
    const box = await bar.boundingBox()
    if (box === null) throw new Error('The bar is not on screen')
    const x = box.x + (from === 'middle' ? box.width / 2 : box.width)
    const moved = x + (days * box.width) / (1 + daysBetween(start, due))
    await page.mouse.move(x, box.y + 10)
    await page.mouse.down()
    await page.mouse.move((x + moved) / 2, box.y + 12, { steps: 4 })
    await page.mouse.move(moved, box.y + 12, { steps: 8 })
    await page.mouse.up()
  }

  await drag('middle', 3)
  await expect(toast(page, 'Dates changed')).toBeVisible()
  await saved(shiftDate(start, 3), shiftDate(due, 3))
  await toast(page, 'Dates changed').getByRole('button', { name: 'Undo' }).click()
  await saved(start, due)
  await drag('end', 2)
  await saved(start, shiftDate(due, 2))

  await bar.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowLeft']) await page.keyboard.press(key)
  const [first, last] = [shiftDate(start, 2), shiftDate(due, 3)].map(formatCardDate)
  await expect(page.getByText(`Draft wireframes: ${first} – ${last}.`, { exact: true })).toBeAttached()
  await saved(shiftDate(start, 2), shiftDate(due, 3))
  await expect(bar).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Draft wireframes' })).toBeVisible()
  await saved(shiftDate(start, 2), shiftDate(due, 3))
})

test('a task without dates gets one on the timeline, which clients only read', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/tasks?view=timeline')
  await page.getByRole('button', { name: 'Add Task' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Measure the traffic')
  await choose(dialog.getByRole('combobox', { name: 'Project' }), 'Harbor Website Redesign')
  await dialog.getByRole('button', { name: 'Create task' }).click()
  const undated = page.getByRole('region', { name: 'No dates' })
  const bar = page.getByRole('button', { name: /^Measure the traffic: / })
  await undated.getByRole('button', { name: 'Set start date of Measure the traffic' }).click()
  await page.getByRole('dialog').locator('[data-today]').click()
  await expect(bar).toHaveAccessibleName(/: starts /)
  await toast(page, 'Dates changed').getByRole('button', { name: 'Undo' }).click()
  await undated.getByRole('button', { name: 'Set due date of Measure the traffic' }).click()
  await page.getByRole('dialog').locator('[data-today]').click()
  await expect(bar).toHaveAccessibleName(/: due /)
  await expect(undated).toBeHidden()
  const zoom = page.getByRole('radiogroup', { name: 'Zoom' })
  await expect(zoom.getByRole('radio', { name: 'Month' })).toBeChecked()
  await zoom.getByText('Week').click()
  await page.goto('/tasks?view=timeline')
  await expect(zoom.getByRole('radio', { name: 'Week' })).toBeChecked()

  const client = await signIn('client')
  await client.goto('/tasks?view=timeline')
  const shown = client.getByRole('button', { name: /^Measure the traffic: due / })
  await shown.focus()
  await client.keyboard.press('ArrowRight')
  await client.keyboard.press('Enter')
  await expect(client.getByRole('article', { name: 'Measure the traffic' })).toBeVisible()
  await expect(client.getByText('Dates changed')).toHaveCount(0)
})

test('the list changes multiple tasks at once', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/tasks?view=list')
  const table = page.getByRole('table', { name: 'Tasks' })
  await expect(table.getByRole('row')).toHaveCount(11)
  const pick = async (...titles: string[]) => {
    for (const title of titles) await table.getByRole('checkbox', { name: `Select ${title}` }).check()
    await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toContainText(
      `${titles.length} selected`,
    )
  }
  const row = (title: string) => table.getByRole('row').filter({ hasText: title })
  await pick('QA campaign links', 'Draft wireframes')
  await choose(page.getByRole('combobox', { name: 'Set status' }), 'Review')
  await expect(toast(page, 'Status Updated')).toContainText('2 tasks moved to review')
  await expectTiles(page, [['Review', 3]])
  await expect(row('Draft wireframes')).toContainText('Review')
  await pick('QA campaign links', 'Draft wireframes')
  await choose(page.getByRole('combobox', { name: 'Assign to' }), 'Emma Rivera')
  await expect(row('QA campaign links')).toContainText('Emma Rivera')
  await pick('QA campaign links', 'Draft wireframes')
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 tasks' }).click()
  await expect(toast(page, '2 tasks deleted successfully')).toBeVisible()
  await expectTiles(page, [['Total', 8]])
  await expect(table.getByRole('row')).toHaveCount(9)
  await table.getByRole('button', { name: 'Landing page copy', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  const peek = page.getByRole('dialog', { name: 'Choose push provider' })
  await expect(peek.getByRole('complementary', { name: 'Properties' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(peek).toBeHidden()
  await table.getByRole('button', { name: 'Choose push provider', exact: true }).press('Enter')
  await expect(page.getByRole('article', { name: 'Choose push provider' })).toBeVisible()
})

test('the list is sorted by headers, selected by range and edited by every property', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/tasks?view=list')
  const table = page.getByRole('table', { name: 'Tasks' })
  const titles = () => table.locator('[data-open]').allTextContents()
  await expect(table.getByRole('row')).toHaveCount(11)
  const head = (name: string) => table.getByRole('columnheader', { name })
  await head('Title').getByRole('button').click()
  await expect(head('Title')).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(titles).toEqual((await titles()).toSorted((one, other) => one.localeCompare(other)))
  const upwards = await titles()
  await head('Title').getByRole('button').click()
  await expect(page).toHaveURL(/sort=title&desc=true|desc=true.*sort=title/)
  await expect.poll(titles).toEqual(upwards.toReversed())
  await head('Title').getByRole('button').click()
  await expect(head('Title')).toHaveAttribute('aria-sort', 'none')

  const box = (index: number) => table.getByRole('checkbox').nth(index)
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await box(2).click()
  await box(5).click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('4 selected')
  await box(4).click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('2 selected')
  const chosen = (await titles()).slice(1, 3)
  await choose(bar.getByRole('combobox', { name: 'Set priority' }), 'Urgent')
  await expect(toast(page, 'Tasks updated')).toContainText('2 tasks set to urgent priority')
  await expect(bar).toContainText('2 selected')
  await choose(bar.getByRole('combobox', { name: 'Move to project' }), 'Lumen Mobile App')
  await expect(toast(page, '2 tasks moved')).toBeVisible()
  await bar.getByRole('button', { name: 'Set due date' }).click()
  await page.getByRole('table').last().getByRole('button', { name: /^15 / }).click()
  await expect(toast(page, 'Tasks updated').filter({ hasText: 'due' })).toBeVisible()
  for (const title of chosen) {
    const task = await taskNamed(page, title)
    expect(task).toMatchObject({ priority: 'urgent', project: { name: 'Lumen Mobile App' } })
    expect(task.due_date).toMatch(/-15$/)
  }
})

test('the tiles follow the filters, and the chosen view is remembered', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/tasks')
  await choose(page.getByRole('combobox', { name: 'Project' }), 'Lumen Mobile App')
  await expectTiles(page, [['Total', 3]])
  await page.getByRole('link', { name: /^To Do/ }).click()
  await expect(page).toHaveURL(/project_id=.*status=todo|status=todo.*project_id=/)
  await page.getByText('Board', { exact: true }).click()
  await page.goto('/tasks')
  await expect(page.getByRole('region', { name: 'Board', exact: true })).toBeVisible()
})

test('on a phone the first task is near the top, with filters behind one button', async ({ signIn }) => {
  const page = await signIn('owner', { width: 390, height: 844 })
  await page.goto('/tasks')
  const first = page.getByRole('article').first()
  await expect(first).toBeVisible()
  expect((await first.boundingBox())?.y).toBeLessThan(380)
  await page.getByRole('button', { name: 'Filters' }).click()
  await choose(page.getByRole('combobox', { name: 'Status' }), 'Review')
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('every view is accessible and fits a phone in dark mode', async ({ signIn }) => {
  const page = await signIn('owner', { width: 390, height: 844, dark: true })
  const { id } = await taskNamed(page, 'Build homepage layout')
  for (const address of [
    '/tasks',
    '/tasks?view=board',
    '/tasks?view=list',
    '/tasks?view=timeline',
    `/tasks?task=${id}`,
    `/tasks?view=list&peek=${id}`,
    '/tasks?new=true',
  ]) {
    await page.goto(address)
    await expect(page.getByText('Build homepage layout').first()).toBeVisible()
    if (address.includes('=true') || address.includes('peek=')) {
      await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible()
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, address).toBe(0)
    await expectNoViolations(page)
  }
})
