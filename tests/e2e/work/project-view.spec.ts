import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

const WEBSITE = 'Harbor Website Redesign'
const view = (page: Page, name = WEBSITE) => page.getByRole('article', { name })
const TABS = ['Overview', 'Tasks', 'Files', 'Time', 'Money', 'Messages']

async function open(page: Page, list = '/projects') {
  await page.goto(list)
  await page.getByRole('button', { name: WEBSITE, exact: true }).first().click()
  await expect(view(page).getByRole('tab')).not.toHaveCount(0)
}

for (const role of ['owner', 'admin', 'contributor', 'client'] as const) {
  const manages = role === 'owner' || role === 'admin'

  test(`the ${role} sees a project with everything they may access`, async ({ signIn }) => {
    const page = await signIn(role)
    await open(page)
    await expect(page).toHaveTitle(new RegExp(WEBSITE))
    await expect(view(page).getByRole('tab')).toHaveText(
      manages ? TABS : TABS.filter((tab) => tab !== 'Money'),
    )
    await expect(view(page).getByRole('textbox', { name: 'Project name' })).toHaveCount(
      role === 'owner' ? 1 : 0,
    )
    await expect(view(page).getByText('Time and budget')).toHaveCount(manages ? 1 : 0)
    await expect(view(page).getByText('Email', { exact: true })).toHaveCount(role === 'client' ? 0 : 1)
    await expect(view(page).getByText('Budget', { exact: true })).toHaveCount(role === 'contributor' ? 0 : 1)
    const health = view(page).getByText(/^(On track|At risk|Late)$/)
    await expect(health).toHaveCount(role === 'client' ? 0 : 1)
    await expect(view(page).getByRole('list', { name: 'Due next' }).getByRole('listitem')).not.toHaveCount(0)
    await expect(view(page).getByRole('list', { name: 'Activity' }).getByRole('listitem')).not.toHaveCount(0)
    await checkScreen(page)

    for (const tab of TABS.slice(1).filter((name) => manages || name !== 'Money')) {
      await view(page).getByRole('tab', { name: tab }).click()
      await expect(page).toHaveURL(new RegExp(`tab=${tab.toLowerCase()}`))
      await expect(view(page).getByRole('tabpanel')).not.toBeEmpty()
      await expect(view(page).getByRole('status', { name: 'Loading' })).toHaveCount(0)
      await checkScreen(page)
    }
    await page.goto(`${page.url().replace('tab=messages', 'tab=money')}`)
    const shown = manages ? 'Money' : 'Overview'
    await expect(view(page).getByRole('tab', { name: shown })).toHaveAttribute('aria-selected', 'true')
    await expect(view(page).getByText('Margin', { exact: true })).toHaveCount(manages ? 1 : 0)
    await page.getByRole('link', { name: 'All projects' }).click()
    await expect(page).toHaveURL(/\/projects$/)
  })
}

test('the owner renames a project in place, and others see it', async ({ signIn }) => {
  const [page, other] = [await signIn('owner'), await signIn('contributor')]
  await open(other)
  await open(page)
  const name = page.getByRole('textbox', { name: 'Project name' })
  await name.fill('')
  await name.press('Enter')
  await expect(page.getByText('Please fill in all required fields').first()).toBeVisible()
  await expect(name).toHaveValue(WEBSITE)
  await name.fill('Harbor Relaunch')
  await name.press('Enter')
  await expect(other.getByRole('heading', { name: 'Harbor Relaunch', level: 1 })).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Harbor Relaunch')
})

test("a project's hours, money and messages are on their tabs", async ({ signIn }) => {
  const [owner, client] = [await signIn('owner'), await signIn('client')]
  await open(owner)
  await view(owner).getByRole('tab', { name: 'Money' }).click()
  await expect(owner.getByRole('list', { name: `Invoices of ${WEBSITE}` }).getByRole('link')).not.toHaveCount(
    0,
  )
  await view(owner)
    .getByRole('button', { name: /^Invoices/ })
    .click()
  const invoiced = owner.getByRole('list', { name: 'Invoices', exact: true })
  await expect(invoiced.getByRole('link', { name: /INV-1004/ })).toBeVisible()
  await expect(invoiced).toContainText('$3,600.00')
  await view(owner).getByRole('tab', { name: 'Time' }).click()
  const hours = (page: Page) => page.getByRole('list', { name: `Time on ${WEBSITE}` })
  await expect(hours(owner).getByText('Emma Rivera').first()).toBeVisible()
  await open(client)
  await view(client).getByRole('tab', { name: 'Time' }).click()
  const shared = owner.getByRole('switch', { name: 'Share hours with the client' })
  for (const on of [false, true]) {
    const saved = owner.waitForResponse(/saveProjectTime/)
    await shared.click()
    await expect(shared).toBeChecked({ checked: on })
    await (await saved).finished()
    await client.reload()
    await expect(hours(client)).toHaveCount(on ? 1 : 0)
    await expect(client.getByRole('heading', { name: 'No entries yet' })).toHaveCount(on ? 0 : 1)
  }

  await view(client).getByRole('tab', { name: 'Messages' }).click()
  const input = client.getByRole('textbox', { name: 'Message' })
  await input.fill('The new photos are ready')
  await input.press('Enter')
  await view(owner).getByRole('tab', { name: 'Messages' }).click()
  await expect(owner.getByText('The new photos are ready')).toBeVisible()
  await owner.getByRole('tab', { name: 'Messages' }).press('ArrowLeft')
  await expect(view(owner).getByRole('tab', { name: 'Money' })).toBeFocused()
})

test("an agency viewed as its owner can't be changed", async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/projects')
  const { items } = await callAs<{ items: { id: string; name: string }[] }>(page, 'projects.list', 'query')
  const admin = await signIn('admin')
  await admin.goto('/agencies')
  await admin.getByRole('button', { name: 'Brightline Digital' }).click()
  await admin.getByRole('button', { name: 'View as' }).click()
  await expect(admin.getByText('You’re viewing Brightline Digital as its owner')).toBeVisible()
  await admin.goto(`/projects?project=${items.find(({ name }) => name === WEBSITE)?.id}`)
  await expect(view(admin).getByRole('heading', { name: WEBSITE, level: 1 })).toBeVisible()
  await expect(admin.getByRole('textbox', { name: 'Project name' })).toHaveCount(0)
  await expect(admin.getByRole('combobox', { name: 'Project status' })).toHaveCount(0)
  await expect(admin.getByRole('button', { name: 'Edit time budget' })).toHaveCount(0)
  await view(admin).getByRole('tab', { name: 'Money' }).click()
  await expect(view(admin).getByText('Margin', { exact: true })).toBeVisible()
})
