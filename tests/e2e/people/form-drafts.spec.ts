import type { Page } from 'playwright/test'
import { DEMO_PASSWORD, demoEmail, expect, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

const addClient = (page: Page) => page.getByRole('dialog', { name: 'Add Client' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes' })
const restore = (page: Page) => addClient(page).getByRole('button', { name: 'Restore what you typed' })

async function openDialog(page: Page) {
  await page.goto('/clients')
  await page.getByRole('main').getByRole('button', { name: 'Add Client' }).first().click()
  await expect(addClient(page)).toBeVisible()
}

async function fillClient(page: Page) {
  await openDialog(page)
  await addClient(page).getByLabel('Name').fill('Nora New')
  await addClient(page).getByLabel('Email').fill('nora@example.test')
}

test('Back closes an untouched dialog, and asks before it discards what was typed', async ({ signIn }) => {
  const page = await signIn('owner')
  await openDialog(page)
  await page.goBack()
  await expect(addClient(page)).toHaveCount(0)

  await fillClient(page)
  await page.goBack()
  await expect(question(page).getByRole('button', { name: 'Discard changes' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(addClient(page).getByLabel('Name')).toHaveValue('Nora New')
  await page.goBack()
  await question(page).getByRole('button', { name: 'Discard changes' }).click()
  await expect(addClient(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/clients/)
  await openDialog(page)
  await expect(restore(page)).toHaveCount(0)
})

test('a reload offers what was typed, until it is saved', async ({ signIn }) => {
  const page = await signIn('owner')
  await fillClient(page)
  await page.reload()
  await expect(restore(page)).toBeVisible()
  await checkScreen(page)
  await restore(page).click()
  await expect(addClient(page).getByLabel('Name')).toHaveValue('Nora New')
  await expect(addClient(page).getByLabel('Email')).toHaveValue('nora@example.test')
  await addClient(page).getByRole('button', { name: 'Add Client' }).click()
  await expect(page.getByText('Client "Nora New" has been added successfully!')).toBeVisible()
  await openDialog(page)
  await expect(restore(page)).toHaveCount(0)
})

test('after signing out, nobody finds what was typed in this tab', async ({ signIn }) => {
  const page = await signIn('owner')
  await fillClient(page)
  await page.goto('/dashboard')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('Nora New')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/auth/)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Nora New')
  await page.getByLabel('Email').fill(demoEmail('owner'))
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await openDialog(page)
  await expect(restore(page)).toHaveCount(0)
})
