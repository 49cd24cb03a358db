import { expect, test } from '../support/portal/portal.ts'

test('the platform manages its packages', async ({ signIn }) => {
  const page = await signIn('admin')
  await page.goto('/packages')
  const cards = page.getByRole('article')
  await expect(cards.getByRole('heading')).toHaveText(['Starter', 'Business', 'Premium', 'Enterprise'])
  const facts = [
    ['$29', 'Up to 5', '10 projects', '5GB', 'Subscribers7', '$116'],
    ['$79', '25', '50 projects', '100GB', 'Subscribers9', '$632'],
    ['$149', 'Unlimited', '1TB', 'Subscribers5', '$745'],
    ['Custom', 'Contact', 'Subscribers2', '$998'],
  ]
  for (const [index, words] of facts.entries()) {
    for (const word of words) await expect(cards.nth(index)).toContainText(word)
  }
  await expect(page.getByText('Most Popular')).toHaveCount(1)
  await expect(cards.nth(1)).toContainText('Most Popular')

  await page.getByRole('button', { name: 'View Analytics' }).click()
  const analytics = page.getByRole('dialog', { name: 'Package analytics' })
  await expect(analytics.getByRole('link', { name: /^MRR/ })).toContainText('$2,520')
  await expect(analytics.getByRole('row').filter({ hasText: 'Business' })).toContainText('$632')
  await page.keyboard.press('Escape')
  await expect(analytics).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete Premium' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete package' }).click()
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  await expect(cards).toHaveCount(4)

  await page.getByRole('button', { name: 'Create Package' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Package' })
  await dialog.getByRole('button', { name: 'Create Package' }).click()
  await expect(page.getByText('Please fill in all required fields').first()).toBeVisible()
  await dialog.getByLabel('Name').fill('Studio')
  await dialog.getByLabel('Description').fill('For studios')
  await dialog.getByRole('textbox', { name: 'Price' }).fill('49')
  await dialog.getByLabel('Members').fill('12')
  await dialog.getByRole('textbox', { name: 'Features' }).fill('  Nightly backups  ')
  await dialog.getByRole('textbox', { name: 'Features' }).press('Enter')
  await dialog.getByRole('button', { name: 'Create Package' }).click()
  await expect(page.getByText('Package created')).toBeVisible()
  const studio = page.getByRole('article', { name: 'Studio' })
  await expect(studio).toContainText('$49')
  await expect(studio.getByRole('listitem').filter({ hasText: 'Nightly backups' })).toHaveCount(1)

  await page.getByRole('button', { name: 'Edit Studio' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Package' })
  await edit.getByRole('textbox', { name: 'Price' }).fill('59')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Package updated')).toBeVisible()
  await page.reload()
  await expect(studio).toContainText('$59')

  await page.getByRole('button', { name: 'Archive Studio' }).click()
  await expect(studio).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(studio).toBeVisible()
  await page.getByRole('button', { name: 'Delete Studio' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete package' }).click()
  await expect(page.getByText('Package deleted')).toBeVisible()
  await expect(cards).toHaveCount(4)
})
