import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { runSql } from '../support/portal/database.ts'
import { runJob } from '../support/portal/jobs.ts'
import { DEMO_PASSWORD, expect, type Portal, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'

test.use({ expectedProblems: [/Failed to load resource.*400/] })

/** Creates a token on the screen and returns it as shown. */
async function makeToken(
  page: Page,
  name: string,
  choices: Record<string, 'Read' | 'Write'>,
): Promise<string> {
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  for (const [area, choice] of Object.entries(choices)) {
    await dialog.getByRole('radiogroup', { name: area }).getByText(choice, { exact: true }).click()
  }
  await dialog.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new token' })
  const token = (await shown.getByRole('status').textContent()) ?? ''
  await shown.getByRole('button', { name: 'I’ve saved it' }).click()
  return token
}

test('a token acts as its owner within its scopes until it expires or is revoked', async ({
  signIn,
  portal,
}) => {
  const page = await signIn('owner')
  await page.goto('/settings?section=programs')
  await expect(page.getByText('No tokens yet.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByText('Please enter a token name').first()).toBeVisible()
  await expect(page.getByText('Choose at least one area')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Lifetime' })).toHaveValue('90 days')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  const reading = await makeToken(page, 'Ledger', { 'All areas': 'Read' })
  const writing = await makeToken(page, 'Importer', { Clients: 'Write', 'Projects & tasks': 'Read' })
  expect(reading).toMatch(/^foyer_[\w-]{43}$/)
  const ledger = page.getByRole('listitem').filter({ hasText: 'Ledger' })
  const importer = page.getByRole('listitem').filter({ hasText: 'Importer' })
  await expect(ledger).toContainText('never used')
  await expect(ledger).toContainText('Read: all areas')
  await expect(importer).toContainText('Read: Projects & tasks · Read and write: Clients')
  await page.reload()
  await expect(ledger).toContainText(`…${reading.slice(-4)}`)
  expect(await page.content()).not.toContain(reading)

  const read = (token: string) =>
    fetch(`${portal.url}/trpc/projects.list?input=%7B%7D`, { headers: { authorization: `Bearer ${token}` } })
  const write = (token: string, name: string) =>
    fetch(`${portal.url}/trpc/clients.save`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, email: 'office@example.test' }),
    })
  const projects = await read(reading)
  expect(projects.status).toBe(200)
  expect((await projects.json()).result.data.items).toHaveLength(4)
  const refused = await write(reading, 'Refused Office')
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining('This token lacks the scope “clients:write”.'),
  ])
  expect((await write(writing, 'Imported Office')).status).toBe(200)
  expect((await read(writing)).status).toBe(200)
  await page.goto('/clients')
  await expect(page.getByText('Imported Office')).toBeVisible()
  await expect(page.getByText('Refused Office')).toHaveCount(0)
  expect((await fetch(`${portal.url}/api/openapi.json`)).status).toBe(200)

  await page.goto('/settings?section=programs')
  await expect(ledger).toContainText(/used .+ ago over IPv[46]/)
  runSql(portal, "update api_tokens set expires_at = '2020-01-01T00:00:00.000Z' where name = 'Importer'")
  expect((await write(writing, 'Late Office')).status).toBe(401)
  await page.reload()
  await expect(importer).toContainText('Expired')
  await page.getByRole('button', { name: 'Revoke Ledger' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await expect(ledger).toHaveCount(0)
  expect((await read(reading)).status).toBe(401)
  await page.getByRole('button', { name: 'Revoke all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke all tokens' }).click()
  await expect(page.getByText('No tokens yet.', { exact: false })).toBeVisible()
})

/** A receiver on localhost, which is not a public address. */
async function startReceiver() {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls: () => calls,
    close: () => server.close(),
  }
}

const addClient = (page: Page, name: string) =>
  callAs(page, 'clients.save', 'mutation', { name, email: 'new@example.test' })

const deliveries = (portal: Portal) => runSql(portal, 'select id from webhook_deliveries').length

test('a webhook is signed, blocked from private networks, logged and resendable', async ({
  signIn,
  portal,
}) => {
  const receiver = await startReceiver()
  const [page, admin] = [await signIn('owner'), await signIn('admin')]
  await admin.goto('/dashboard')
  await page.goto('/settings?section=programs')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  await dialog.getByLabel('URL').fill('my server')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('Please enter a full web address', { exact: false })).toBeVisible()
  await expect(dialog.getByText('Choose at least one event')).toBeVisible()
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByRole('combobox', { name: 'Events' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Client created' }).click()
  await dialog.getByLabel('URL').click()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('Please enter an address that starts with https://')).toBeVisible()
  await dialog.getByLabel('URL').fill('https://hooks.example.test/hook')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const secret = page.getByRole('dialog', { name: 'Signing secret' })
  await expect(secret.getByRole('status')).toHaveText(/^[\w-]{20,}$/)
  await secret.getByRole('button', { name: 'I’ve saved it' }).click()
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem')
  await expect(row).toContainText('Client created')

  // Simulates a host name that now resolves to a private address.
  runSql(portal, `update webhooks set url = '${receiver.url}'`)
  await addClient(page, 'First Office')
  const choose = async (action: string) => {
    await row.getByRole('button').click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Deliveries')
  const log = page.getByRole('dialog', { name: 'Deliveries' })
  await expect(log).toContainText('Queued')
  await runJob(portal, admin, 'webhook-deliveries')
  await expect(log).toContainText('This address is not on the public internet')
  await expect(log).toContainText('1 attempt')
  expect(receiver.calls()).toBe(0)

  await page.keyboard.press('Escape')
  await choose('Edit')
  const edit = page.getByRole('dialog', { name: 'Edit webhook' })
  await edit.getByLabel('URL').fill('https://receiver.invalid/hook')
  await edit.getByRole('button', { name: 'Save webhook' }).click()
  await expect(row).toContainText('https://receiver.invalid/hook')
  await choose('Deliveries')
  await Promise.all([
    page.waitForResponse((response) => response.url().includes('webhooks.retry')),
    log.getByRole('button', { name: 'Resend' }).click(),
  ])
  await runJob(portal, admin, 'webhook-deliveries')
  await expect(log).toContainText('receiver.invalid')

  await page.keyboard.press('Escape')
  await choose('Edit')
  await edit.getByRole('switch', { name: 'Enabled' }).uncheck()
  await edit.getByRole('button', { name: 'Save webhook' }).click()
  await expect(row).toContainText('Off')
  await addClient(page, 'Second Office')
  expect(deliveries(portal)).toBe(1)
  await choose('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('No webhooks yet.', { exact: false })).toBeVisible()
  receiver.close()
})
