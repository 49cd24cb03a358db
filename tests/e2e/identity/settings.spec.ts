import { demoEmail, expect, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

const SECTIONS = ['Profile', 'Security', 'Notifications', 'Appearance', 'Data & Privacy']

test.use({ expectedProblems: [/Failed to load resource.*(400|401|503)|ERR_INTERNET_DISCONNECTED/] })

test('the profile can be saved, switches have defaults, and leaving unsaved input asks', async ({
  signIn,
}) => {
  const page = await signIn('owner')
  await page.goto('/settings')
  const sections = page.getByRole('navigation', { name: 'Settings sections' })
  const links = sections.getByRole('list').first().getByRole('link')
  await expect(links).toHaveText(SECTIONS)
  await expect(page.getByLabel('First name')).toHaveValue('Alex')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(demoEmail('owner'))
  await expect(page.getByLabel('Company')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Email notifications' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Auto-backup' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Dark mode' })).not.toBeChecked()
  await checkScreen(page)

  await page.getByLabel('Last name').fill('Morgan-Reed')
  await sections.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible()
  await expect(page.getByText('Alex Morgan-Reed')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Last name')).toHaveValue('Morgan-Reed')

  await page.getByLabel('Agency name').fill('Brightline Studio')
  await page.getByRole('button', { name: 'Save agency settings' }).click()
  await expect(page.getByText('Agency settings saved')).toBeVisible()
  const admin = await signIn('admin')
  await admin.goto('/agencies')
  await expect(admin.getByText('Brightline Studio').first()).toBeVisible()
})

test('an offline page is shown without a connection, and the portal can be installed', async ({
  browser,
  portal,
  watch,
}) => {
  const context = await browser.newContext({ baseURL: portal.url, serviceWorkers: 'allow' })
  const page = await context.newPage()
  watch(page)
  await page.goto('/auth')
  const manifest = await (await context.request.get('/manifest.webmanifest')).json()
  for (const { src } of manifest.icons) {
    expect((await context.request.get(src)).headers()['content-type']).toMatch(/^image\//)
  }
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.sort()).toEqual(['/favicon.svg', '/offline.css', '/offline.html', '/offline.js'])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  // It detects by itself that the connection is back.
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await context.close()
})
