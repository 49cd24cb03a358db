import { exported } from '#tests/support/exported.ts'
import { expect, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

test.use({ expectedProblems: [/Failed to load resource.*400/] })

/** Time of the demo's contributor in a year without submitted weeks. */
const HOURS = exported('harvest.csv')
  .replaceAll('Home,Employee', 'Emma,Rivera')
  .replaceAll('Lumen Labs', 'Birch & Sons')
  .replaceAll('/2026', '/2027')

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('an owner imports hours, sees the result, and undoes it', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/settings?section=import')
  const chooser = page.locator('input[type=file]')
  const read = page.getByRole('button', { name: 'Read file' })
  await chooser.setInputFiles(file('cats.csv', 'a,b\n1,2'))
  await read.click()
  await expect(page.getByRole('alert')).toContainText(
    'export from Trello, Asana, Toggl Track, Clockify or Harvest',
  )

  await chooser.setInputFiles(file('hours.csv', HOURS))
  await read.click()
  await expect(page.getByRole('list', { name: 'Found in the file' })).toHaveText(
    '2 clients2 projects3 time entries1 person4.25h of time',
  )
  await checkScreen(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  const dryRun = page.getByRole('button', { name: 'Dry run' })
  await dryRun.click()
  await expect(page.getByText('Please enter an email address')).toHaveCount(2)
  await checkScreen(page)
  await page.getByLabel('How should 03/02/2027 be read?').selectOption('Day first')
  await page.getByLabel('Email').first().fill('hello@birch.test')
  await page.getByRole('combobox', { name: 'Client for Orchard' }).click()
  await page.getByRole('option', { name: 'Leave out, with its projects' }).click()
  await dryRun.click()
  await expect(page.getByRole('list', { name: 'To be created' })).toHaveText(
    '1 client1 project2 time entries3.5h of time, 1.5h billable',
  )
  await expect(page.getByRole('region', { name: 'Left out' })).toContainText('Its project is left outLine 4')
  await checkScreen(page)

  await page.getByRole('button', { name: 'Import 4 rows' }).click()
  await expect(page.getByRole('list', { name: 'Created', exact: true })).toContainText('2 time entries')
  await expect(page.getByRole('region', { name: 'Left out' })).toContainText('Its project is left outLine 4')
  await page.goto('/projects?search=Portal')
  await expect(page.getByText('Portal', { exact: true }).first()).toBeVisible()

  await page.goto('/settings?section=import')
  await page
    .getByRole('list', { name: 'Imports' })
    .getByRole('button', { name: /hours\.csv.*Imported/ })
    .click()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('4 rows removed. Nothing from the import remains.')).toBeVisible()
})

test('a board is imported on a phone in dark mode', async ({ signIn }) => {
  const page = await signIn('owner', { width: 390, height: 844, dark: true })
  await page.goto('/settings?section=import')
  const board = exported('trello.json').replaceAll('Home Employee', 'Emma Rivera')
  await page.locator('input[type=file]').setInputFiles(file('board.json', board))
  await page.getByRole('button', { name: 'Read file' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('combobox', { name: 'Client for No client in the file' }).click()
  await page.getByRole('option', { name: 'Priya Nair' }).click()
  await page.getByLabel('Status for Backlog').selectOption('Leave out')
  await checkScreen(page)
  await page.getByRole('button', { name: 'Dry run' }).click()
  await expect(page.getByRole('list', { name: 'To be created' })).toHaveText('1 project2 tasks2 comments')
  await page.getByRole('button', { name: 'Import 5 rows' }).click()
  await expect(page.getByRole('list', { name: 'Created', exact: true })).toHaveText(
    '1 project2 tasks2 comments',
  )
  await checkScreen(page)
  await page.goto('/tasks?search=Sketch%20the%20home')
  await expect(page.getByText('Sketch the home page').first()).toBeVisible()
})

test('contributors and clients have no import section', async ({ signIn }) => {
  const page = await signIn('contributor')
  await page.goto('/settings?section=import')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toHaveCount(0)
})
