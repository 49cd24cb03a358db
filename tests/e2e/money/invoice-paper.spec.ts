import { expect, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'
import { goToEnd } from '../support/screens/settings.ts'

test("totals above the list open their invoices, and the agency's own bills are separate", async ({
  signIn,
}) => {
  const page = await signIn('owner')
  await page.goto('/payments?tab=invoices')
  const list = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')
  const strip = page.getByRole('region', { name: 'Summary' })
  await expect(strip.getByRole('link', { name: /^Outstanding, \$[1-9]/ })).toBeVisible()
  await checkScreen(page)
  await strip.getByRole('link', { name: /^Overdue, / }).click()
  await expect(page).toHaveURL(/status=overdue/)
  await expect(list.getByText('Paid', { exact: true })).toHaveCount(0)
  await strip.getByRole('link', { name: /^Paid, last 30 days, / }).click()
  await expect(page).toHaveURL(/status=recently_paid/)
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Paid, last 30 days')
  await expect(list.getByText('Sent', { exact: true })).toHaveCount(0)
  await strip.getByRole('link', { name: /^Your bills/ }).click()
  await expect(page.getByRole('region', { name: 'Your bills' })).toBeVisible()
  await expect(list.filter({ hasText: 'INV-1004' })).toHaveCount(0)
  await page.getByRole('link', { name: /^Client invoices/ }).click()
  await expect(list.filter({ hasText: 'INV-1004' })).toHaveCount(1)
})

test('the preview follows the draft and matches the saved invoice', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/payments?tab=invoices')
  await page
    .getByRole('list', { name: 'Invoices' })
    .getByRole('button', { name: 'Mobile App, phase 1', exact: true })
    .click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit invoice' })
  const preview = form.getByRole('region', { name: 'Preview' }).getByRole('article')
  await expect(preview).toContainText('Lumen Labs')
  await form.getByLabel('Title').fill('Mobile App, first phase')
  await form.getByLabel('Rate of line 1').fill('1234.5')
  await form.getByLabel('Quantity of line 1').fill('3')
  await form.getByLabel('Notes').fill('Thank you for your trust.')
  await expect(preview).toContainText('Mobile App, first phase')
  await expect(preview).toContainText('$3,703.50 USD')
  await expect(preview).toContainText('Thank you for your trust.')
  await checkScreen(page)
  const previewed = await preview.innerText()
  await form.press('Escape')
  await page
    .getByRole('alertdialog', { name: 'Discard changes' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Invoice updated')).toBeVisible()
  const saved = page.getByRole('region', { name: 'Mobile App, first phase' })
  expect(await saved.getByRole('article').innerText()).toBe(previewed)
  await expect(saved.getByRole('list', { name: 'Timeline' })).toContainText('SentNot yet')
})

test('invoice and editor fit a phone in dark mode', async ({ signIn }) => {
  const page = await signIn('owner', { width: 390, height: 844, dark: true })
  await page.goto('/payments?tab=invoices')
  await checkScreen(page)
  await page
    .getByRole('list', { name: 'Invoices' })
    .getByRole('button', { name: 'Mobile App, phase 1', exact: true })
    .click()
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible()
  await checkScreen(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit invoice' })
  await form.getByLabel('Title').fill('Phase one')
  await expect(form.getByRole('article')).toBeHidden()
  await form.getByText('Preview', { exact: true }).click()
  await expect(form.getByRole('article')).toContainText('Phase one')
  await checkScreen(page)
  await form.getByText('Edit', { exact: true }).click()
  await expect(form.getByLabel('Title')).toHaveValue('Phase one')
})

test('an accent set in settings applies to the portal, pay page and documents, and can be reset', async ({
  signIn,
  portal,
}) => {
  const page = await signIn('owner')
  await page.goto('/settings?section=profile')
  await goToEnd(page)
  const card = page.getByRole('region', { name: 'Agency settings' })
  await card.getByLabel('Accent color').fill('#ffd400')
  await expect(card.getByText(/^Shown as #\w{6} on white to stay readable\.$/)).toBeVisible()
  await card.getByRole('button', { name: 'Save agency settings' }).click()
  await expect(page.getByText('Agency settings saved')).toBeVisible()
  await expect(page.getByText('by Foyer')).toBeVisible()
  await checkScreen(page)
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-pine-4'))
  expect(await accent()).toBe('#ffd400')

  const client = await signIn('client', { dark: true })
  await client.goto('/my-invoices')
  await expect(client.getByText('by Foyer')).toBeVisible()
  await checkScreen(client)

  const headers = { origin: portal.url, 'content-type': 'application/json' }
  const { items } = (await (await page.request.get('/trpc/invoices.list?input=%7B%7D')).json()).result.data
  const draft = items.find(({ status }: { status: string }) => status === 'draft')
  const ask = async (procedure: string) => {
    const answer = await page.request.post(`/trpc/${procedure}`, { headers, data: { id: draft.id } })
    return (await answer.json()).result.data
  }
  await ask('invoices.send')
  const { url } = await ask('invoices.createPayLink')
  await client.goto(url)
  await expect(client.getByText('by Foyer')).toBeVisible()
  await expect(client.getByRole('article').getByText('Invoice', { exact: true })).toHaveCSS(
    'color',
    /^(?!rgb\(26, 28, 25\))/,
  )
  await checkScreen(client)

  await card.getByLabel('Accent color').fill('')
  await card.getByRole('button', { name: 'Save agency settings' }).click()
  await expect(page.getByText('by Foyer')).toHaveCount(0)
  expect(await accent()).not.toBe('#ffd400')
})
