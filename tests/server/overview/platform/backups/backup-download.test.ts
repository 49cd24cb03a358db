import { TOTP } from 'otpauth'
import { expect, inject, test } from 'vitest'
import { createBackup } from '#server/overview/platform/backups/commands/create-backup.ts'
import { givePasswords, PASSWORD, READING, tokenOf, WRITING } from '#tests/support/api-tokens.ts'
import { ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { openBrowser } from '#tests/support/servers/browser.ts'
import { startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

const sqliteAlone = test.skipIf(inject('testDatabase').dialect !== 'sqlite')

async function setUp(backupKey: string | null) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await givePasswords(db)
  const dataDir = temporaryFolder()
  let now = TEST_NOW
  const services = { ...testServices(db, { config: { dataDir, backupKey } }), clock: () => now }
  const { url } = await startApp(services)
  const browser = openBrowser(db)
  await (await browser.api()).auth.signIn({ email: world.admin.email, password: PASSWORD })
  const { name } = await createBackup(ctxFor(services, null, TEST_NOW), 'manual')
  const get = (headers: Record<string, string> = { cookie: browser.cookie ?? '' }) =>
    fetch(`${url}/exports/backups/${name}`, { headers })
  const reasonOf = async (response: Response) => [response.status, (await response.json()).error.reason]
  const later = (minutes: number) => {
    now = new Date(TEST_NOW.getTime() + minutes * 60_000)
  }
  return { db, world, url, browser, get, reasonOf, later }
}

sqliteAlone('a backup is downloaded once after its administrator has proved again who they are', async () => {
  const { browser, get, reasonOf, later } = await setUp('a long passphrase')
  expect(await reasonOf(await get())).toEqual([403, 'confirmation_missing'])
  const confirm = async (password: string) => (await browser.api()).settings.confirmIdentity({ password })
  await expect(confirm('wrong')).rejects.toThrow('The current password is incorrect.')
  expect(await reasonOf(await get())).toEqual([403, 'confirmation_missing'])
  await confirm(PASSWORD)
  const archive = await get()
  expect(archive.status).toBe(200)
  const bytes = Buffer.from(await archive.arrayBuffer())
  expect(bytes.subarray(0, 8).toString()).toBe('FOYERBK2')
  expect(bytes.includes('SQLite format')).toBe(false)
  expect(await reasonOf(await get())).toEqual([403, 'confirmation_missing'])
  await confirm(PASSWORD)
  later(6)
  expect(await reasonOf(await get())).toEqual([403, 'confirmation_missing'])
})

sqliteAlone('with two-factor sign-in on, the password alone proves nothing', async () => {
  const { browser, get } = await setUp('a long passphrase')
  const { secret } = await (await browser.api()).settings.setUpTwoFactor({ password: PASSWORD })
  const code = new TOTP({ secret }).generate({ timestamp: TEST_NOW.getTime() })
  const { recovery_codes } = await (await browser.api()).settings.confirmTwoFactor({ code })
  const confirm = async (proof?: string) =>
    (await browser.api()).settings.confirmIdentity({ password: PASSWORD, code: proof })
  await expect(confirm()).rejects.toThrow('Enter the 6-digit code')
  expect((await get()).status).toBe(403)
  await confirm(recovery_codes[0])
  expect((await get()).status).toBe(200)
})

sqliteAlone('an unencrypted backup never leaves the server, and the refusal says what to do', async () => {
  const { browser, get } = await setUp(null)
  await (await browser.api()).settings.confirmIdentity({ password: PASSWORD })
  const refused = await get()
  const { error } = await refused.json()
  expect([refused.status, error.reason]).toEqual([409, 'backup_unencrypted'])
  expect(error.message).toContain('Set BACKUP_KEY')
})

sqliteAlone('no token lists, makes or downloads backups', async () => {
  const { db, world, url, browser, get, reasonOf } = await setUp('a long passphrase')
  await (await browser.api()).settings.confirmIdentity({ password: PASSWORD })
  for (const scopes of [READING, WRITING]) {
    const { headers } = await tokenOf(db, world.admin, scopes)
    expect(await reasonOf(await get(headers))).toEqual([403, 'people_only'])
    expect(await reasonOf(await get({ ...headers, cookie: browser.cookie ?? '' }))).toEqual([
      403,
      'people_only',
    ])
    expect((await fetch(`${url}/trpc/platform.backups`, { headers })).status).toBe(403)
    const made = await fetch(`${url}/trpc/platform.backUp`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect((await made.json()).error.data.reason).toBe('people_only')
  }
})
