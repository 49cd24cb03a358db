import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Config } from '#server/base/core/config.ts'
import { runOnce } from '#server/base/core/jobs.ts'
import { addMinutes, newId, toInstant } from '#server/base/db/values.ts'
import { callerAs, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { card } from '#tests/support/money/money.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

const TOKEN = 'a-token-of-the-scraper'
const JOBS = [{ name: 'tidy', schedule: '* * * * *', run: async () => {} }]

async function setUp(config: Partial<Config> = {}) {
  const { db, dialect } = await createTestDatabase()
  const dataDir = temporaryFolder()
  const services = { ...testServices(db, { config: { dataDir, ...config } }), jobs: JOBS }
  const { url } = await startApp(services, { client: 'none' })
  return { db, dialect, dataDir, services, url }
}

const scrape = (url: string, headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers })
const withToken = { authorization: `Bearer ${TOKEN}` }

/** The samples of a metric by labels, parsed from the text. */
async function samplesOf(url: string, name: string): Promise<Record<string, number>> {
  const text = await (await scrape(url, withToken)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return Object.fromEntries(
    lines.map((line) => {
      const mark = line.lastIndexOf(' ')
      return [line.slice(name.length, mark), Number(line.slice(mark + 1))]
    }),
  )
}

test('with a token set, /metrics requires it', async () => {
  const { db, services, url } = await setUp({ metricsToken: TOKEN })
  const { admin } = await createWorld(db)
  const cookie = await cookieFor(services, admin.userId)
  for (const headers of [{}, { cookie }, { authorization: 'Bearer wrong' }, { authorization: TOKEN }]) {
    const refused = await scrape(url, headers as Record<string, string>)
    expect(refused.status).toBe(401)
    expect(await refused.text()).not.toContain('foyer_')
  }
  const answer = await scrape(url, withToken)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const text = await answer.text()
  for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds', 'foyer_build_info{']) {
    expect(text).toContain(name)
  }
})

test('without a token, only localhost may scrape, and only while PUBLIC_URL is local', async () => {
  const { url, services } = await setUp()
  expect((await scrape(url)).status).toBe(200)
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    expect((await scrape(url, { [header]: '203.0.113.7' })).status, header).toBe(404)
  }
  services.config.publicUrl = 'https://portal.example.test'
  expect((await scrape(url)).status).toBe(404)
})

test('calls are counted by procedure and outcome with durations, and unknown names as one', async () => {
  const { url } = await setUp({ metricsToken: TOKEN })
  await fetch(`${url}/trpc/auth.info,auth.session?batch=1&input=%7B%7D`)
  await fetch(`${url}/trpc/auth.info`)
  await fetch(`${url}/trpc/tasks.list?input=%7B%7D`)
  for (let index = 0; index < 50; index++) await fetch(`${url}/trpc/no.such.${index}`)
  await fetch(`${url}/no/such/page`)
  await expect
    .poll(() => samplesOf(url, 'foyer_procedure_calls_total'))
    .toEqual({
      '{procedure="auth.info",status="2xx"}': 2,
      '{procedure="auth.session",status="2xx"}': 1,
      '{procedure="tasks.list",status="4xx"}': 1,
      '{procedure="other",status="4xx"}': 50,
    })
  const buckets = await samplesOf(url, 'foyer_procedure_duration_seconds_bucket')
  expect(buckets['{procedure="auth.info",le="+Inf"}']).toBe(2)
  expect(Object.keys(buckets).filter((labels) => labels.includes('"auth.info"'))).toHaveLength(11)
  expect(await samplesOf(url, 'foyer_procedure_duration_seconds_count')).toMatchObject({
    '{procedure="other"}': 50,
  })
  await expect
    .poll(() => samplesOf(url, 'foyer_http_requests_total'))
    .toMatchObject({
      '{route="/trpc",status="2xx"}': 2,
      '{route="/trpc",status="4xx"}': 51,
      '{route="/",status="4xx"}': 1,
    })
})

test('scrapes under load all succeed, and no call is missed', async () => {
  const { url } = await setUp({ metricsToken: TOKEN })
  const load = Array.from({ length: 20 }, async () => {
    for (let call = 0; call < 25; call++) await (await fetch(`${url}/trpc/auth.info`)).text()
  })
  const scrapes = Array.from({ length: 10 }, async () => {
    const answer = await scrape(url, withToken)
    return [answer.status, (await answer.text()).includes('foyer_database_up 1')]
  })
  expect(await Promise.all(scrapes)).toEqual(Array.from({ length: 10 }, () => [200, true]))
  await Promise.all(load)
  expect(await samplesOf(url, 'foyer_procedure_duration_seconds_count')).toEqual({
    '{procedure="auth.info"}': 500,
  })
  // A response is counted when its end has been sent, possibly after the caller has received it.
  await expect
    .poll(() => samplesOf(url, 'foyer_http_requests_total'))
    .toMatchObject({ '{route="/trpc",status="2xx"}': 500 })
})

test('jobs, queues, payments, backups and disk are reported from database and folder', async () => {
  const { db, dialect, dataDir, services, url } = await setUp({ metricsToken: TOKEN })
  const [job] = JOBS
  if (job === undefined) throw new Error('There is no job')
  await runOnce(services, job, TEST_NOW)
  const broken = { ...job, run: () => Promise.reject(new Error('no')) }
  await runOnce(services, broken, addMinutes(TEST_NOW, 1))
  const mail = { lane: null, recipient: 'a@example.test', subject: '', text: 'Hello', html: '', attempts: 0 }
  const rest = { next_attempt_at: toInstant(TEST_NOW), last_error: null, sent_at: null }
  const queued = (minutes: number, status: 'queued' | 'failed') => ({
    ...mail,
    ...rest,
    id: newId(),
    status,
    created_at: toInstant(addMinutes(TEST_NOW, -minutes)),
  })
  await db
    .insertInto('mail_outbox')
    .values([queued(10, 'queued'), queued(3, 'queued'), queued(99, 'failed')])
    .execute()
  mkdirSync(join(dataDir, 'backups'))
  writeFileSync(join(dataDir, 'backups/daily-2026-03-04T02-15-00Z.zip'), 'archive')
  expect(await samplesOf(url, 'foyer_job_runs_total')).toEqual({
    '{name="tidy",status="done"}': 1,
    '{name="tidy",status="failed"}': 1,
  })
  expect(await samplesOf(url, 'foyer_job_last_success_timestamp_seconds')).toEqual({
    '{name="tidy"}': TEST_NOW.getTime() / 1000,
  })
  expect(await samplesOf(url, 'foyer_outbox_queued')).toEqual({
    '{queue="mail"}': 2,
    '{queue="webhooks"}': 0,
  })
  expect(await samplesOf(url, 'foyer_outbox_failed')).toEqual({
    '{queue="mail"}': 1,
    '{queue="webhooks"}': 0,
  })
  expect(await samplesOf(url, 'foyer_outbox_oldest_age_seconds')).toMatchObject({ '{queue="mail"}': 600 })
  expect(await samplesOf(url, 'foyer_backup_last_timestamp_seconds')).toEqual({
    '': Date.parse('2026-03-04T02:15:00Z') / 1000,
  })
  expect(await samplesOf(url, 'foyer_backup_last_size_bytes')).toEqual({ '': 7 })
  const disk = await samplesOf(url, 'foyer_disk_bytes')
  expect(disk['{state="total"}']).toBeGreaterThan(disk['{state="free"}'] ?? Number.NaN)
  expect(await samplesOf(url, 'foyer_database_up')).toEqual({ '': 1 })
  const connections = await samplesOf(url, 'foyer_database_connections')
  expect(Object.keys(connections)).toHaveLength(dialect === 'postgres' ? 3 : 0)
  // Consecutive scrapes read the database once.
  await db.deleteFrom('mail_outbox').execute()
  expect(await samplesOf(url, 'foyer_outbox_queued')).toMatchObject({ '{queue="mail"}': 2 })
})

test('payments are counted by status', async () => {
  const { db, url } = await setUp({ metricsToken: TOKEN })
  const world = await createWorld(db)
  await callerAs(db, world.home.client).payments.quickPay(card())
  expect(await samplesOf(url, 'foyer_payments')).toEqual({ '{status="succeeded"}': 1 })
})

test("while the database doesn't respond, process metrics are still served", async () => {
  const { db, url } = await setUp({ metricsToken: TOKEN })
  await db.schema.dropTable('alerts').execute()
  expect(await samplesOf(url, 'foyer_database_up')).toEqual({ '': 0 })
  expect(await samplesOf(url, 'foyer_live_streams')).toEqual({ '': 0 })
  expect(await samplesOf(url, 'foyer_outbox_queued')).toEqual({})
})

test('alert metrics show which alerts are active', async () => {
  const { db, url } = await setUp({ metricsToken: TOKEN })
  const now = toInstant(TEST_NOW)
  await db
    .insertInto('alerts')
    .values({ kind: 'disk', details: 'Little is free.', began_at: now, told_at: now })
    .execute()
  expect(await samplesOf(url, 'foyer_alert_active')).toEqual({ '{alert="disk"}': 1 })
})

const metricsIn = (expression: string): string[] =>
  expression.match(/\b(foyer|process|nodejs)_[a-z0-9_]+(?=[{[\s)]|$)/g) ?? []

test('the Grafana dashboard and alert rules use only existing metrics', async () => {
  const { url, services } = await setUp({ metricsToken: TOKEN })
  await fetch(`${url}/trpc/auth.info`)
  const [job] = JOBS
  if (job !== undefined) await runOnce(services, job, TEST_NOW)
  const text = await (await scrape(url, withToken)).text()
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
  const dashboard: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
    readFileSync('deploy/grafana/foyer.json', 'utf8'),
  )
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(queries.length).toBeGreaterThan(20)
  for (const query of queries) {
    const asked = metricsIn(query)
    expect(asked.length, query).toBeGreaterThan(0)
    for (const name of asked) expect(known, query).toContain(name)
  }
  const guide = readFileSync('docs/operation.md', 'utf8')
  const documented = new Set(metricsIn(guide.replaceAll('`', ' ')))
  for (const name of documented) expect(known, name).toContain(name)
  const own = [...text.matchAll(/^# TYPE (foyer_\S+) /gm)].map(([, name]) => name)
  for (const name of own) expect(guide).toContain(name)
})
