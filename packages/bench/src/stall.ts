import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { seedLarge } from '../../../scripts/seed/large.ts'
import type { LargeAgency } from '../../../scripts/seed/large-rows.ts'
import { longestStretchOf } from '../../../scripts/tools/process-figures.ts'
import { newTemporaryFolder } from '../../../scripts/tools/temporary-folders.ts'
import { readConfig } from '../../../server/base/core/config.ts'
import type { Services } from '../../../server/base/core/context.ts'
import { newId } from '../../../server/base/db/values.ts'
import { startSession } from '../../../server/identity/auth/sessions.ts'
import { openPortal } from '../../../server/portal.ts'
import { batchesOf } from '../../../shared/base/paging.ts'
import { MAX_SERIES_OF_AGENCY } from '../../../shared/work/schedule.ts'
import { productSettings } from './product-settings.ts'

/** Measures how long the process delays other users while 20 copies of each heavy request run. */
const SECONDS = 15
const INVOICES = 30
const LINES = 200
const SIZE = { agencies: 1, projects: 200, tasks: 10_000, people: 30, timeEntries: 20_000 }
const AIMS = { healthz: 200, list: 1000 }

interface Cookies {
  owner: string
  colleagues: string[]
}

async function prepare(folder: string): Promise<Cookies & { agencyId: string; clientId: string }> {
  const portal = await openPortal(readConfig(productSettings(folder)))
  const { services } = portal
  const [agency] = await seedLarge(services, SIZE, services.clock())
  if (agency === undefined) throw new Error('No agency found.')
  const signIn = async (userId: string): Promise<string> => {
    const { cookie } = await startSession(services, userId, { short: false, ip: null, user_agent: null })
    return cookie.split(';')[0] ?? ''
  }
  await addSeries(services, agency)
  const owner = await signIn(agency.ownerId)
  const colleagues: string[] = []
  for (const userId of agency.employeeUserIds.slice(0, 8)) colleagues.push(await signIn(userId))
  await portal.close()
  return { owner, colleagues, agencyId: agency.agencyId, clientId: agency.clientIds[0] ?? '' }
}

/** The maximum number of repeating events per agency, all daily for over a hundred years. */
async function addSeries({ db, clock }: Services, { agencyId, ownerId }: LargeAgency): Promise<void> {
  const now = clock().toISOString()
  const events = Array.from({ length: MAX_SERIES_OF_AGENCY }, (_, number) => ({
    id: newId(),
    agency_id: agencyId,
    organizer_id: ownerId,
    title: `Stand-up ${number}`,
    description: 'word '.repeat(100),
    type: 'meeting' as const,
    location: null,
    status: 'confirmed' as const,
    timezone: 'Europe/Berlin',
    starts_at: '1900-01-01T08:00:00.000Z',
    ends_at: '1900-01-01T08:30:00.000Z',
    rrule: 'FREQ=DAILY',
    last_ends_at: null,
    reminder_minutes: null,
    version: 1,
    created_at: now,
    updated_at: now,
  }))
  for (const batch of batchesOf(events, 100)) await db.insertInto('events').values(batch).execute()
}

type Kind =
  | 'pay link'
  | 'draft'
  | 'picture'
  | 'export'
  | 'hours'
  | 'own data'
  | 'import'
  | 'upload'
  | 'keys'
  | 'flood'
  | 'series'
  | 'feed'

/** One heavy request; resolves to its status once the response is complete. */
type Heavy = (turn: number) => Promise<number>

async function openRequests(url: string, prepared: Awaited<ReturnType<typeof prepare>>) {
  const { owner, colleagues, agencyId, clientId } = prepared
  const send = async (path: string, cookie: string, body?: BodyInit): Promise<Response> =>
    fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie,
        origin: url,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      body,
    })
  const call = async (path: string, input: object): Promise<{ id: string; url: string; path: string }> => {
    const answer = await send(`/trpc/${path}`, owner, JSON.stringify(input))
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()).result.data
  }
  const invoice = {
    client_id: clientId,
    title: 'The longest there is',
    notes: 'word '.repeat(900),
    due_date: '2030-01-31',
    items: Array.from({ length: LINES }, () => ({
      description: 'word '.repeat(100),
      quantity: 1,
      rate: 100,
      tax_bps: 1900,
    })),
  }
  const links: string[] = []
  for (let number = 0; number < INVOICES; number++) {
    const { id } = await call('invoices.save', invoice)
    await call('invoices.send', { id })
    const link = await call('invoices.createPayLink', { id })
    links.push(new URL(link.url).searchParams.get('token') ?? '')
  }
  const draft = await call('invoices.save', invoice)
  const background = { width: 7000, height: 7000, channels: 3 as const, background: '#3366cc' }
  const picture = new Uint8Array(await sharp({ create: background }).png().toBuffer())
  const rows = Array.from(
    { length: 5000 },
    (_, row) => `${'Client '.repeat(15)}${row},client-${row}@bench.test`,
  )
  const csv = JSON.stringify({ csv: ['name,email', ...rows].join('\n'), dry_run: true })

  const keysOf = (count: number): string =>
    `{${Array.from({ length: count }, (_, number) => `"${number}":1`).join(',')}}`
  const [keys, flood] = [keysOf(3400), keysOf(110_000)]
  const { path: feed } = await call('schedule.createFeed', {})
  const range = encodeURIComponent(JSON.stringify({ from: '2026-01-01', to: '2026-03-03' }))

  const hours = encodeURIComponent(JSON.stringify({ whose: 'agency' }))
  const upload = new Uint8Array(5_000_000)

  const read = async (answer: Promise<Response>): Promise<number> => {
    const response = await answer
    await response.arrayBuffer()
    return response.status
  }
  const heavy: Record<Kind, Heavy> = {
    'pay link': (turn) => read(send(`/documents/pay/${links[turn % links.length]}`, '')),
    draft: () => read(send(`/documents/invoices/${draft.id}.pdf`, owner)),
    picture: (turn) => read(send('/pictures/avatar', colleagues[turn % colleagues.length] ?? '', picture)),
    export: () => read(send(`/exports/agencies/${agencyId}.zip`, owner)),
    hours: () => read(send(`/trpc/workLog.exportCsv?input=${hours}`, owner)),
    'own data': (turn) => read(send('/trpc/settings.exportData', colleagues[turn % colleagues.length] ?? '')),
    import: () => read(send('/trpc/clients.importCsv', owner, csv)),
    upload: () => read(send('/files', '', upload)),
    keys: () => read(send('/trpc/auth.signIn', '', keys)),
    flood: () => read(send('/trpc/auth.signIn', '', flood)),
    series: () => read(send(`/trpc/schedule.range?input=${range}`, owner)),
    feed: () => read(send(feed, '')),
  }
  const light = {
    healthz: () => read(send('/healthz', '')),
    list: () => read(send('/trpc/tasks.list?input=%7B%7D', colleagues[0] ?? '')),
  }
  return { heavy, light }
}

/** Twenty at a time: each starts the next one when it is answered. */
const IN_FLIGHT: Record<Kind, number> = {
  'pay link': 2,
  draft: 2,
  picture: 2,
  export: 2,
  hours: 2,
  'own data': 1,
  import: 1,
  upload: 1,
  keys: 2,
  flood: 2,
  series: 2,
  feed: 1,
}
/** Rejected and rate-limited requests. */
const REFUSED = [400, 401, 413, 429, 503]

async function measure(server: ChildProcess, url: string, prepared: Awaited<ReturnType<typeof prepare>>) {
  const { heavy, light } = await openRequests(url, prepared)
  await longestStretchOf(server)
  const end = performance.now() + SECONDS * 1000
  const answered = new Map<Kind, { done: number; refused: number }>()
  const turns = new Map<Kind, number>()
  const flood = async (kind: Kind) => {
    const counts = answered.get(kind) ?? { done: 0, refused: 0 }
    answered.set(kind, counts)
    while (performance.now() < end) {
      const turn = turns.get(kind) ?? 0
      turns.set(kind, turn + 1)
      const status = await heavy[kind](turn)
      if (status < 300) counts.done++
      else if (REFUSED.includes(status)) counts.refused++
      else throw new Error(`${kind} returned ${status}`)
      if (status >= 400) await sleep(100)
    }
  }
  const waits: Record<keyof typeof light, number[]> = { healthz: [], list: [] }
  const watch = async (what: keyof typeof light) => {
    while (performance.now() < end) {
      const began = performance.now()
      const status = await light[what]()
      if (status !== 200) throw new Error(`${what} returned ${status}`)
      waits[what].push(performance.now() - began)
      await sleep(50)
    }
  }
  const kinds = (Object.keys(IN_FLIGHT) as Kind[]).flatMap((kind) => Array<Kind>(IN_FLIGHT[kind]).fill(kind))
  await Promise.all([...kinds.map(flood), watch('healthz'), watch('list')])
  return { answered, waits, stretch: (await longestStretchOf(server)) / 1000 }
}

const at = (values: number[], share: number): string => {
  const sorted = values.toSorted((a, b) => a - b)
  return `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)} ms`
}

function report({ answered, waits, stretch }: Awaited<ReturnType<typeof measure>>): void {
  console.log(
    `${cpus().length} processors, load ${(loadavg()[0] ?? 0).toFixed(1)}, ${SECONDS} s, 20 heavy requests in flight`,
  )
  for (const [kind, { done, refused }] of answered) {
    console.log(
      `  ${kind.padEnd(9)} ${String(done).padStart(4)} done ${String(refused).padStart(5)} rejected`,
    )
  }
  for (const what of ['healthz', 'list'] as const) {
    const [half, most, all] = [0.5, 0.95, 1].map((share) => at(waits[what], share))
    console.log(`  ${what.padEnd(9)} half ${half}, 95 % ${most}, all ${all} (target ${AIMS[what]} ms)`)
    if (Math.max(...waits[what]) > AIMS[what]) process.exitCode = 1
  }
  // Other load hardly affects this.
  console.log(`  longest block of the main thread ${Math.round(stretch)} ms of CPU time`)
}

const folder = await newTemporaryFolder('foyer-stall')
let child: ChildProcess | undefined
try {
  const prepared = await prepare(folder)
  child = fork(join(import.meta.dirname, 'product-server.ts'), {
    env: { PATH: process.env.PATH ?? '', ...productSettings(folder) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send({})
  const [port] = await once(child, 'message')
  report(await measure(child, `http://127.0.0.1:${port}`, prepared))
} finally {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
