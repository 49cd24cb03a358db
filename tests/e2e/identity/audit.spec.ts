import { download } from '../support/portal/files.ts'
import { DEMO_PASSWORD, demoEmail, expect, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

/** Each is created and revoked: more than one page of the log. */
const TOKENS = 30
const ENTRIES = 2 * TOKENS

test('owners and administrators can filter, page and export the audit log', async ({ signIn, portal }) => {
  const page = await signIn('owner')
  await page.request.post('/trpc/auth.signIn', {
    headers: { origin: portal.url, 'content-type': 'application/json' },
    data: { email: demoEmail('owner'), password: 'guessed' },
  })
  await page.goto('/settings?section=audit')
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect(entries.nth(0)).toContainText('Session: sign in failed')
  await expect(entries.nth(1)).toContainText('Session: sign in')
  await expect(entries.nth(1)).toContainText('Alex Morgan')
  await expect(entries.nth(1)).toContainText('Chrome on Linux')
  await checkScreen(page)

  for (let count = 1; count <= TOKENS; count++) {
    const token = { name: `Token ${count}`, scopes: ['clients:read'], password: DEMO_PASSWORD }
    const { id } = await callAs<{ id: string }>(page, 'apiTokens.create', 'mutation', token)
    await callAs(page, 'apiTokens.revoke', 'mutation', { id })
  }
  await page.reload()
  await page.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option', { name: 'API tokens' }).click()
  await expect(page).toHaveURL(/action=api-token/)
  await expect(entries.first()).toContainText(`Token ${TOKENS}`)
  await expect
    .poll(async () => {
      await entries.last().scrollIntoViewIfNeeded()
      return entries.count()
    })
    .toBe(ENTRIES)
  const { name, bytes } = await download(page, () => page.getByRole('button', { name: 'Export CSV' }).click())
  expect(name).toBe('audit-log.csv')
  const [header, ...lines] = bytes.toString().trim().split(/\r?\n/)
  expect(header).toContain('actor_name')
  expect(lines).toHaveLength(ENTRIES)

  await page.getByRole('searchbox', { name: 'Search by person or detail' }).fill('Token 17')
  await expect(entries).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search by person or detail' }).fill('nothing like it')
  await expect(page.getByText('No events found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(entries.first()).toContainText('API token: revoked')

  const admin = await signIn('admin')
  await admin.goto('/settings?section=audit&action=api-token.')
  await expect(admin.getByRole('list', { name: 'Audit log' })).toContainText('Brightline Digital')
  for (const role of ['contributor', 'client'] as const) {
    const other = await signIn(role)
    await other.goto('/settings?section=audit')
    await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
    expect((await other.request.get('/trpc/audit.list?input=%7B%7D')).status()).toBe(403)
  }
})
