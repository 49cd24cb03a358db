import { readFileSync } from 'node:fs'
import { runSql } from '../../support/portal/database.ts'
import { addPayout } from '../../support/portal/payouts.ts'
import { DEMO_PASSWORD, expect, type Portal, test } from '../../support/portal/portal.ts'
import { expectNoViolations } from '../../support/screens/screen-check.ts'

/** The account that the agency pays from. */
function addAccount(portal: Portal): void {
  runSql(
    portal,
    `insert into billing_profiles (agency_id, iban, version, updated_at)
     select agency_id, 'DE02120300000000202051', 1, ? from profiles where email = 'owner@demo.test'
     on conflict (agency_id) do update set iban = excluded.iban`,
    new Date().toISOString(),
  )
}

test('a contributor adds a bill and a bank account; the owner pays with a SEPA file', async ({
  signIn,
  portal,
}) => {
  addAccount(portal)
  addPayout(portal, { description: 'Website in euros', amount: 1000_00, currency: 'EUR' })
  const contributor = await signIn('contributor', { width: 390, height: 844, dark: true })
  await contributor.goto('/payouts')
  await contributor.getByRole('button', { name: 'Add bank account' }).click()
  const account = contributor.getByRole('dialog', { name: 'Bank account for payouts' })
  await account.getByLabel('Account holder').fill('Zoë Müller')
  await account.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await account.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await account.getByRole('button', { name: 'Save bank account' }).click()
  await expect(contributor.getByRole('button', { name: 'Bank account DE89 … 3000' })).toBeVisible()

  const own = contributor.getByRole('region', { name: 'Bills' }).getByRole('listitem')
  const mine = own.filter({ hasText: 'Website in euros' })
  await expect(mine).toContainText('Bill missing')
  await mine.getByRole('button', { name: /Website in euros/ }).click()
  await contributor.getByRole('menuitem', { name: 'Add bill' }).click()
  const bill = contributor.getByRole('dialog', { name: 'Add bill' })
  await bill.getByLabel('Bill number').fill('R-2026-1')
  await bill.getByLabel('Tax rate').fill('19')
  await bill.getByLabel('Contributor’s tax ID').fill('12/345/67890')
  await expect(bill.getByText('Total €1,190.00 EUR')).toBeVisible()
  const chosen = contributor.waitForEvent('filechooser')
  await bill.getByLabel('File').click()
  await (await chosen).setFiles({
    name: 'bill.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  await expect(bill.getByText(/^bill\.pdf/)).toBeVisible()
  await expectNoViolations(contributor)
  await bill.getByRole('button', { name: 'Add bill' }).click()
  await expect(mine).toContainText('Bill received')
  await expect(mine).toContainText('€1,190.00 EUR')
  await expectNoViolations(contributor)

  const owner = await signIn('owner')
  await owner.goto('/payments?tab=history&view=payouts')
  const row = owner
    .getByRole('list', { name: 'Payouts' })
    .getByRole('listitem')
    .filter({ hasText: 'in euros' })
  await expect(row).toContainText('bill R-2026-1')
  await row.getByRole('checkbox').check()
  await owner.getByRole('button', { name: 'Create SEPA file' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Create SEPA file' })
  await expect(dialog).toContainText('1 payout, €1,190.00 EUR in total.')
  const saved = owner.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Create SEPA file' }).click()
  const content = readFileSync(await (await saved).path(), 'utf8')
  expect(content).toContain('<InstdAmt Ccy="EUR">1190.00</InstdAmt>')
  expect(content).toContain('<Nm>Zoe Mueller</Nm>')
  await expect(row).toContainText('in a SEPA file')
  const file = owner.getByRole('region', { name: 'SEPA files' }).getByRole('listitem')
  await expect(file).toContainText('To be paid')
  await expectNoViolations(owner)
  await file.getByRole('button', { name: /the SEPA file/ }).click()
  await owner.getByRole('menuitem', { name: 'Record as paid' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Record as paid' }).click()
  await expect(file).toContainText('Paid')
  await expect(row).toContainText('Paid')
  await expect(mine).toContainText('Bill paid')
})
