import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import { lineOf, statementOf } from '#tests/support/money/bank/bank-import.ts'
import { runSql } from '../../support/portal/database.ts'
import { expect, type Portal, test } from '../../support/portal/portal.ts'
import { expectNoViolations } from '../../support/screens/screen-check.ts'

/** The browser logs the upload that is rejected. */
test.use({ expectedProblems: [/Failed to load resource.*400/] })

/** The numbers and due amounts of two open invoices of the demo's owner. */
function openInvoices(portal: Portal) {
  const rows = runSql(
    portal,
    `select number, total - amount_paid - amount_credited - amount_applied - amount_written_off as due
     from invoices where kind = 'invoice' and status in ('sent', 'overdue') and currency = 'USD'
       and agency_id = (select agency_id from profiles where email = 'owner@demo.test')
       and not exists (select 1 from payments where payments.invoice_id = invoices.id and payments.status = 'pending')
     order by number limit 2`,
  )
  return rows.map(({ number, due }) => ({ number: String(number), due: Number(due) }))
}

test('an owner imports a statement and matches its lines with Enter, in bulk and by hand', async ({
  portal,
  signIn,
}) => {
  const [first, second] = openInvoices(portal)
  if (first === undefined || second === undefined) throw new Error('The demo has no open invoices')
  const file = toCamt([
    statementOf([
      lineOf(first.due, `Payment ${first.number}`),
      lineOf(second.due, `Payment ${second.number}`, { day: '2026-03-01' }),
      lineOf(-1900, 'Hosting', { name: 'Server Ltd', day: '2026-03-01' }),
    ]),
  ])
  const page = await signIn('owner')
  await page.goto('/accounts?view=bank')
  await page.getByRole('button', { name: 'Import statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import bank statement' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from('<html></html>') })
  await expect(dialog.getByRole('alert')).toContainText('not a bank statement')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(file) })
  await expect(dialog).toContainText('3 lines, 3 of them new')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeHidden()

  const lines = page.getByRole('list', { name: 'Bank lines' }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.filter({ hasText: first.number }).first()).toContainText('and the amount is due')
  await expectNoViolations(page)
  await page.screenshot({ path: 'test-results/bank-lines.png' })
  await page.getByRole('button', { name: new RegExp(`^${first.number} of`) }).focus()
  await page.keyboard.press('Enter')
  await expect(lines).toHaveCount(2)
  await page.getByRole('button', { name: 'Accept all certain' }).click()
  await expect(lines).toHaveCount(1)

  await lines.getByRole('button', { name: 'Match' }).click()
  const drawer = page.getByRole('dialog', { name: '-$19.00' })
  await drawer.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Hosting' }).click()
  await expectNoViolations(page)
  await drawer.getByRole('button', { name: 'Match line' }).click()
  await expect(page.getByText('Nothing to do')).toBeVisible()

  await page.getByText('Matched', { exact: true }).click()
  await expect(lines).toHaveCount(3)
  await lines.filter({ hasText: 'Hosting' }).getByRole('button', { name: 'Undo' }).click()
  await expect(lines).toHaveCount(2)
})

test('on a phone, lines and the panel that splits one across invoices fit', async ({ portal, signIn }) => {
  const [first, second] = openInvoices(portal)
  if (first === undefined || second === undefined) throw new Error('The demo has no open invoices')
  const page = await signIn('owner')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/accounts?view=bank')
  await page.getByRole('button', { name: 'Import statement' }).click()
  const file = toCamt([statementOf([lineOf(first.due + second.due, 'Thank you')])])
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: /^(Match|Other)$/ }).click()
  for (const { number } of [first, second])
    await page.getByRole('checkbox', { name: new RegExp(number) }).check()
  await page.screenshot({ path: 'test-results/bank-split-phone.png' })
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Match line' }).click()
  await expect(page.getByText('Nothing to do')).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})

test('a file dragged onto the page is imported, and its statement is deleted again', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/accounts?view=bank')
  const add = page.getByRole('button', { name: 'Import statement' })
  await expect(add).toBeVisible()
  const file = toCamt([statementOf([lineOf(-1900, 'Hosting')])])
  const files = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'march.xml', { type: 'text/xml' }))
    return transfer
  }, file)
  await add.dispatchEvent('drop', { dataTransfer: files })
  const dialog = page.getByRole('dialog', { name: 'Import bank statement' })
  await expect(dialog).toContainText('1 line, 1 of them new')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  const lines = page.getByRole('list', { name: 'Bank lines' }).getByRole('listitem')
  await expect(lines).toHaveCount(1)

  await page.getByRole('button', { name: 'Statements' }).click()
  const drawer = page.getByRole('dialog', { name: 'Statements of USD account 2051' })
  await expect(drawer).toContainText('march.xml')
  await expectNoViolations(page)
  await page.screenshot({ path: 'test-results/bank-statements.png' })
  await drawer.getByRole('button', { name: /^Delete statement/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete statement' }).click()
  await expect(drawer).toContainText('No statements')
  await page.keyboard.press('Escape')
  await expect(lines).toHaveCount(0)
})

test('columns of a CSV file are detected, and others can be chosen', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/accounts?view=bank')
  await page.getByRole('button', { name: 'Import statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import bank statement' })
  const rows = [
    'Date;Text;Amount;Who;Remark',
    '2026-02-03;Rent;-900.00;Landlord;booked',
    '2026-02-04;Paid;50.00;Bo;',
  ]
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  const column = (name: string) => dialog.getByRole('combobox', { name, exact: true })
  await expect(column('Amount')).toHaveValue('Amount')
  const others = dialog.getByRole('button', { name: 'Columns that weren’t found' })
  await expect(others).toHaveAttribute('aria-expanded', 'false')
  await expect(column('Payer or payee')).toBeHidden()
  await others.click()
  await column('Payer or payee').click()
  await page.getByRole('option', { name: 'Who' }).click()
  await expect(column('Payer or payee')).toHaveValue('Who')
  await expectNoViolations(page)

  await dialog.getByRole('button', { name: 'Add account' }).click()
  const account = page.getByRole('dialog', { name: 'Add bank account' })
  await account.getByLabel('Name').fill('Current')
  await account.getByLabel('IBAN or account number').fill('123456')
  await account.getByRole('button', { name: 'Add account' }).click()
  await expect(account).toBeHidden()
  await expect(dialog).toContainText('2 lines, 2 of them new')
  await expect(column('Account')).toHaveValue('Current')
  await expect(column('Payer or payee')).toHaveValue('Who')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Bank lines' }).getByRole('listitem')).toHaveCount(2)
})
