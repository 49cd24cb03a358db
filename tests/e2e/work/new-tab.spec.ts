import { expect, test } from '../support/portal/portal.ts'

const LISTS = [
  '/projects',
  '/projects?view=list',
  '/clients',
  '/employees?view=list',
  '/tasks?view=cards',
  '/tasks?view=list',
  '/payments?tab=invoices',
  '/work-log?tab=timesheets',
]

test('records open in a new tab', async ({ signIn }) => {
  const page = await signIn('owner')
  for (const list of LISTS) {
    await page.goto(list)
    const first = page.getByRole('main').locator('[data-open]').first()
    const address = await first.getAttribute('href')
    await expect(first).toHaveRole('button')
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      first.click({ modifiers: ['ControlOrMeta'] }),
    ])
    await tab.waitForURL((url) => url.pathname + url.search === address)
    expect(new URL(tab.url()).search).not.toContain('null')
    await expect(tab.getByRole('dialog').or(tab.getByRole('article')).first()).toBeVisible()
    expect(page.url()).toContain(list)
    await tab.close()
  }
})
