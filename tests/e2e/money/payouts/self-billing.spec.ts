import { readFileSync } from 'node:fs'
import { addPayout } from '../../support/portal/payouts.ts'
import { expect, test } from '../../support/portal/portal.ts'
import { expectNoViolations } from '../../support/screens/screen-check.ts'

test('an agency writes a contributor’s bill as agreed, and the contributor rejects it', async ({
  signIn,
  portal,
}) => {
  addPayout(portal, { description: 'Website by agreement', amount: 1000_00, currency: 'EUR' })
  const owner = await signIn('owner')
  await owner.goto('/payments?tab=history&view=payouts')
  const row = owner
    .getByRole('list', { name: 'Payouts' })
    .getByRole('listitem')
    .filter({ hasText: 'by agreement' })
  const openSelfBilling = async () => {
    await row.getByRole('button', { name: /^Actions for the payout/ }).click()
    await owner.getByRole('menuitem', { name: 'Self-billing' }).click()
  }
  await openSelfBilling()
  const dialog = owner.getByRole('dialog', { name: 'Self-billing' })
  await dialog.getByLabel('Number prefix').fill('SB-DEMO-')
  await expect(dialog).toContainText('The first number is SB-DEMO-0001.')
  await expectNoViolations(owner)
  await dialog.getByRole('button', { name: 'Request agreement' }).click()
  await expect(dialog).toBeHidden()

  const contributor = await signIn('contributor', { width: 390, height: 844, dark: true })
  await contributor.goto('/payouts')
  const section = contributor.getByRole('region', { name: 'Self-billing' })
  await expect(section).toContainText('Requested')
  await expectNoViolations(contributor)
  await section.getByRole('button', { name: 'Read and accept' }).click()
  const accept = contributor.getByRole('dialog', { name: 'Accept self-billing' })
  await expect(accept).toContainText('Either side can revoke the agreement at any time.')
  await accept.getByLabel('Legal name').fill('Zoë Müller')
  await accept.getByLabel('Street and number').fill('Hauptstraße 1')
  await accept.getByLabel('City').fill('Berlin')
  await accept.getByRole('combobox', { name: 'Country' }).fill('Germany')
  await contributor.getByRole('option', { name: 'Germany' }).click()
  await accept.getByLabel('Tax rate').fill('19')
  await accept.getByLabel('Tax ID').fill('12/345/67890')
  await expectNoViolations(contributor)
  await accept.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(section).toContainText('Active')

  await owner.reload()
  await openSelfBilling()
  await expect(dialog).toContainText('Zoë Müller, Berlin, tax 19%')
  await expectNoViolations(owner)
  await dialog.getByRole('button', { name: 'Create self-billing invoice' }).click()
  await expect(row).toContainText('bill SB-DEMO-0001')
  await expect(row).toContainText('€1,190.00 EUR')

  const bills = contributor.getByRole('region', { name: 'Bills' }).getByRole('listitem')
  const mine = bills.filter({ hasText: 'by agreement' })
  await expect(mine).toContainText('bill SB-DEMO-0001')
  const saved = contributor.waitForEvent('download')
  await section.getByRole('link', { name: 'SB-DEMO-0001' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('SB-DEMO-0001.pdf')
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await mine.getByRole('button', { name: /by agreement/ }).click()
  await contributor.getByRole('menuitem', { name: 'Reject bill' }).click()
  const reject = contributor.getByRole('dialog', { name: 'Reject bill' })
  await reject.getByLabel('Reason').fill('The hours of March are missing.')
  await reject.getByRole('button', { name: 'Reject bill' }).click()
  await expect(mine).toContainText('Bill missing')
  await expect(section.getByRole('listitem').filter({ hasText: /^SB-DEMO-0002/ })).toContainText(
    'Cancellation (Storno)',
  )
  await expectNoViolations(contributor)

  await expect(row).toContainText('€1,000.00 EUR')
  await openSelfBilling()
  await expect(dialog.getByRole('list', { name: 'Self-billed documents' })).toContainText(
    'of SB-DEMO-0001: The hours of March are missing.',
  )
  await dialog.getByRole('button', { name: 'Revoke agreement' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Revoke agreement' }).click()
  await expect(dialog.getByRole('button', { name: 'Request agreement' })).toBeVisible()
  await expect(section).toContainText('Revoked')
})
