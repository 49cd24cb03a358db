import { spawnSync } from 'node:child_process'
import { expect, inject, test } from 'vitest'
import { NEVER } from '#server/base/core/calls/fair-queue.ts'
import type { Config } from '#server/base/core/config.ts'
import { runQueuedBackups } from '#server/overview/platform/backups/commands/run-backup.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp(config: Partial<Config> = {}) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const dataDir = temporaryFolder()
  const admin = callerAs(db, world.admin, { config: { dataDir, ...config } })
  return { db, world, admin, dataDir }
}

test('registration by invitation rejects others, and the sign-in screen reflects it', async () => {
  const { db, admin } = await setUp()
  const settings = await admin.platform.settings()
  expect(settings).toMatchObject({ name: 'Foyer', registration: 'open', auto_backup: true, version: 1 })
  const { name, enforce_plan_limits, auto_backup, version } = settings
  await admin.platform.saveSettings({
    name,
    enforce_plan_limits,
    auto_backup,
    version,
    registration: 'invitation',
  })
  const stranger = callerAs(db, null)
  expect(await stranger.auth.info()).toMatchObject({ registration_open: false })
  await expect(
    stranger.auth.signUp({ name: 'S', email: 's@example.test', password: 'quiet-harbour-7', role: 'client' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(
    admin.platform.saveSettings({ name, enforce_plan_limits, auto_backup, version, registration: 'open' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

test("the platform's name and plan enforcement take effect immediately", async () => {
  const { admin } = await setUp()
  const base = { registration: 'open' as const, auto_backup: false }
  const saved = await admin.platform.saveSettings({
    ...base,
    name: 'Lobby',
    enforce_plan_limits: true,
    version: 1,
  })
  expect(saved).toMatchObject({ name: 'Lobby', default_name: 'Foyer', enforce_plan_limits: true })
  expect((await admin.auth.info()).app_name).toBe('Lobby')
  await admin.platform.saveSettings({ ...base, name: null, enforce_plan_limits: false, version: 2 })
  expect((await admin.auth.info()).app_name).toBe('Foyer')
})

test("a test email shows the mail server's reply, success or failure", async () => {
  const kind = await startSmtp()
  const { admin } = await setUp({ smtpUrl: kind.url })
  const taken = await admin.platform.sendTestMail({ recipient: 'me@example.test' })
  expect(taken).toMatchObject({ delivered: true })
  expect(taken.reply).toMatch(/^250 /)
  expect(kind.received[0]?.recipients).toEqual(['me@example.test'])

  const strict = await startSmtp({ refuse: '550 No such user' })
  const refused = await setUp({ smtpUrl: strict.url })
  const answer = await refused.admin.platform.sendTestMail({ recipient: 'me@example.test' })
  expect(answer.delivered).toBe(false)
  expect(answer.reply).toContain('550')
})

test('a failed email is listed with its error and can be resent', async () => {
  const { db, admin } = await setUp()
  await callerAs(db, null).auth.requestPasswordReset({ email: 'home.owner@example.test' })
  await db.updateTable('mail_outbox').set({ status: 'failed', attempts: 7, last_error: '550 No' }).execute()
  const { items } = await admin.platform.mails({ status: 'failed' })
  expect(items).toMatchObject([{ recipient: 'home.owner@example.test', attempts: 7, last_error: '550 No' }])
  expect(JSON.stringify(items)).not.toContain('token=')
  await admin.platform.retryMail({ id: items[0]?.id ?? '' })
  expect((await admin.platform.mails({ status: 'queued' })).items).toMatchObject([{ attempts: 0 }])
})

test('a job can be run manually once a minute', async () => {
  const { admin } = await setUp()
  expect(await admin.platform.runJob({ name: 'clean-up' })).toMatchObject({ last_run: { status: 'done' } })
  await expect(admin.platform.runJob({ name: 'clean-up' })).rejects.toMatchObject({ code: 'CONFLICT' })
  const ran = (await admin.platform.jobs()).filter((job) => job.last_run !== null)
  expect(ran.map((job) => job.name)).toEqual(['clean-up'])
})

test.skipIf(!canBackUp())('a manual backup is listed and audited, and not available to owners', async () => {
  const { db, world, dataDir } = await setUp()
  const services = testServices(db, { config: { dataDir } })
  const admin = callerAs(db, world.admin, { config: { dataDir } })
  const asked = await admin.platform.backUp()
  expect(asked).toMatchObject({ destination: 'disk', kind: 'manual', status: 'queued' })
  await runQueuedBackups(ctxFor(services, null), NEVER)
  const [backup] = await admin.platform.backups()
  expect(await admin.platform.backupRuns()).toMatchObject([
    { id: asked.id, status: 'done', name: backup?.name, size: backup?.size, damaged_count: 0, damaged: [] },
  ])
  const { url } = await startApp(services)
  const cookie = await cookieFor(services, world.home.owner.userId)
  const answer = await fetch(`${url}/exports/backups/${backup?.name}`, { headers: { cookie } })
  expect(answer.status).toBe(403)
  const audit = await admin.audit.list({ action: 'backup.' })
  expect(audit.items.map((entry) => entry.action).sort()).toEqual(['backup.created', 'backup.requested'])
})

/** SQLite needs no external tools. */
function canBackUp(): boolean {
  return inject('testDatabase').dialect === 'sqlite' || spawnSync('pg_dump', ['--version']).status === 0
}
