import { expect, test } from '../support/portal/portal.ts'
import { withoutPageData } from '../support/screens/page-data.ts'

test.use({ expectedProblems: [/Failed to load resource|ERR_|Failed to fetch/] })

test('a guarded page opened offline says so and continues automatically', async ({ signIn }) => {
  const page = await signIn('client')
  await withoutPageData(page)
  await page.route('**/trpc/auth.session*', (route) => route.abort())
  await page.goto('/quicks')
  await expect(page.getByRole('status').getByText('No connection. Trying again...')).toBeVisible()
  await page.unroute('**/trpc/auth.session*')
  await expect(page.getByRole('heading', { name: 'Quick Tasks', exact: true })).toBeVisible()
})

test('a call repeated after a lost response or a double click is stored once', async ({ signIn }) => {
  const page = await signIn('client')
  await page.goto('/quicks')
  const line = page.getByPlaceholder('What needs to be done?')
  const entries = (text: string) => page.getByRole('button', { name: `Actions for ${text}`, exact: true })
  const add = '**/trpc/quickTasks.add*'
  const keys: (string | undefined)[] = []

  // The server stores it, but the response is lost.
  await page.route(add, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.abort()
  })
  await line.fill('Sent once')
  await line.press('Enter')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(line).toHaveValue('Sent once')
  await page.unroute(add)
  await page.route(add, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.continue()
  })
  await line.press('Enter')
  await expect(line).toHaveValue('')
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys).toEqual([keys[0], keys[0]])
  await expect(entries('Sent once')).toHaveCount(1)
  await page.reload()
  await expect(entries('Sent once')).toHaveCount(1)

  // A second click before the response.
  await line.fill('Clicked twice')
  await page.getByRole('button', { name: 'Add Task', exact: true }).dblclick()
  await expect(entries('Clicked twice')).toHaveCount(1)
  await page.reload()
  await expect(entries('Clicked twice')).toHaveCount(1)

  // The same input again is a new call.
  await line.fill('Clicked twice')
  await line.press('Enter')
  await expect(entries('Clicked twice')).toHaveCount(2)
})
