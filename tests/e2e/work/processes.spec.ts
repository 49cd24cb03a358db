import { expect, test } from '../support/portal/portal.ts'
import { expectNoViolations } from '../support/screens/screen-check.ts'

const SAMPLES = [
  ['Client Onboarding', 'Active', '8 steps', '3 days', '96%'],
  ['Project Delivery', 'Template', '12 steps', '2 weeks', '89%'],
  ['Quality Assurance', 'Draft', '6 steps', '1 week', '94%'],
] as const

test('the three sample processes show their figures to owner, contributor and platform', async ({
  signIn,
}) => {
  for (const role of ['owner', 'contributor', 'admin'] as const) {
    const page = await signIn(role)
    await page.goto('/process')
    const cards = page.getByRole('list', { name: 'Processes', exact: true }).getByRole('article')
    await expect(cards).toHaveCount(3)
    for (const [name, ...facts] of SAMPLES) {
      const card = cards.filter({ hasText: name })
      for (const fact of facts) await expect(card.getByText(fact, { exact: true })).toBeVisible()
    }
    await expect(page.getByRole('heading', { name: 'Active Processes', exact: true })).toBeVisible()
    await expect(page.getByText('No active processes')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create Process' })).toHaveCount(role === 'owner' ? 1 : 0)
    if (role === 'owner') {
      await expectNoViolations(page)
    }
  }
})

test('a process is created, started for a project, completed step by step and finished', async ({
  signIn,
}) => {
  const page = await signIn('owner')
  await page.goto('/process')
  await page.getByRole('button', { name: 'Create Process' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Process' })
  await dialog.getByRole('button', { name: 'Create Process' }).click()
  await expect(dialog.getByText('Please enter a process name')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Launch')
  await dialog.getByRole('textbox', { name: 'Step 1', exact: true }).fill('Second')
  await dialog.getByRole('button', { name: 'Add step' }).click()
  await dialog.getByRole('textbox', { name: 'Step 2', exact: true }).fill('First')
  await dialog.getByRole('button', { name: 'Move step 2 up' }).click()
  await dialog.getByRole('button', { name: 'Create Process' }).click()
  await expect(dialog).toBeHidden()
  const cards = page.getByRole('list', { name: 'Processes', exact: true }).getByRole('article')
  await expect(cards).toHaveCount(4)
  const card = cards.filter({ hasText: 'Launch' })
  await expect(card).toContainText('2 steps')
  await expect(card).toContainText('No runs yet')

  await card.getByRole('button', { name: 'Start Process' }).click()
  const start = page.getByRole('dialog', { name: 'Start Process' })
  await start.getByRole('button', { name: 'Start Process' }).click()
  await expect(page.getByText('Please choose a project or a client').first()).toBeVisible()
  await start.getByRole('combobox', { name: 'Project' }).fill('Lumen')
  await page.getByRole('option', { name: 'Lumen Mobile App' }).click()
  await start.getByRole('button', { name: 'Start Process' }).click()

  const run = page.getByRole('dialog', { name: 'Launch' })
  const steps = run.getByRole('checkbox')
  await expect(steps).toHaveCount(2)
  await expect(steps.first()).toHaveAccessibleName('First')
  await expect(run.getByRole('button', { name: 'Finish process' })).toBeDisabled()
  await steps.first().click()
  await expect(steps.first()).toBeChecked()
  await expect(run.getByText('50% done')).toBeVisible()
  await steps.last().click()
  await run.getByRole('button', { name: 'Finish process' }).click()
  await expect(run).toBeHidden()
  await expect(page.getByText('No active processes')).toBeVisible()
  await expect(card).toContainText('100%')
  await page.getByText('Finished', { exact: true }).click()
  await expect(page.getByRole('list', { name: 'Finished Processes' })).toContainText('Launch')
})

test('a sample is duplicated, edited and archived; contributors can run but not edit processes', async ({
  signIn,
}) => {
  const page = await signIn('owner')
  await page.goto('/process')
  await page.getByRole('button', { name: 'Actions for Quality Assurance' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Process' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Our checks')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Actions for Our checks' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByText('Process archived')).toBeVisible()
  const cards = page.getByRole('list', { name: 'Processes', exact: true }).getByRole('article')
  await expect(cards).toHaveCount(3)
  await page.getByRole('switch', { name: 'Show archived' }).click()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Our checks')

  const contributor = await signIn('contributor', { width: 360, height: 740 })
  await contributor.goto('/process')
  await expect(contributor.getByRole('button', { name: 'Start Process' }).first()).toBeVisible()
  await expect(contributor.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  const overflow = await contributor.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
