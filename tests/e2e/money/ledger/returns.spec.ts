import { readFileSync } from 'node:fs'
import { expect, test } from '../../support/portal/portal.ts'
import { expectNoViolations } from '../../support/screens/screen-check.ts'

test('a return is chosen, its boxes open their documents, and it downloads', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/accounts')
  await page.getByRole('tab', { name: 'Returns' }).click()
  await page.getByRole('combobox', { name: 'Return', exact: true }).click()
  await page.getByRole('option', { name: 'UK VAT return' }).click()
  await page.getByRole('combobox', { name: 'Part of the year' }).click()
  await page.getByRole('option', { name: 'Whole year' }).click()
  await expect(page).toHaveURL(/form=uk-vat-return/)
  await expect(page).toHaveURL(/span=%22?\d{4}/)
  const boxes = page.getByRole('region', { name: 'UK VAT return, in USD' })
  await expect(boxes.getByRole('row')).toHaveCount(10)
  await expectNoViolations(page)

  const rest = page.getByRole('region', { name: 'Not in this return' })
  await rest.getByRole('button', { name: 'Sales not assigned' }).click()
  const drawer = page.getByRole('dialog', { name: 'Sales not assigned' })
  await expect(drawer.getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^uk-vat-return_\d{4}-01-01_\d{4}-12-31\.csv$/)
  const [head, first] = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(head).toContain('box,description,on_form,in_books,entries,currency')
  expect(first).toMatch(/^1,"VAT due on sales, and on purchases with reverse charge",/)
})
