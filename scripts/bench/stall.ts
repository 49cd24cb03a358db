import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { startSession } from '#server/auth/sessions.ts'
import { readConfig } from '#server/core/config.ts'
import { openPortal } from '#server/portal.ts'
import { seedLarge } from '../seed/large.ts'
import { longestStretchOf } from '../tools/process-figures.ts'

/** How long the process keeps others waiting while the heaviest requests there are come 20 at a time. */
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
  const portal = await openPortal(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const { services } = portal
  const [agency] = await seedLarge(services.db, SIZE, services.clock())
  if (agency === undefined) throw new Error('There is no agency.')
  const signIn = async (userId: string): Promise<string> => {
    const { cookie } = await startSession(services, userId, { short: false, ip: null, user_agent: null })
    return cookie.split(';')[0] ?? ''
  }
  const owner = await signIn(agency.ownerId)
  const colleagues: string[] = []
  for (const userId of agency.employeeUserIds.slice(0, 8)) colleagues.push(await signIn(userId))
  await portal.close()
  return { owner, colleagues, agencyId: agency.agencyId, clientId: agency.clientIds[0] ?? '' }
}

type Kind = 'pay link' | 'draft' | 'picture' | 'export' | 'import'

/** One heavy request; resolves to its status once the whole answer has come. */
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
  const call = async (path: string, input: object): Promise<{ id: string; url: string }> => {
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
    import: () => read(send('/trpc/clients.importCsv', owner, csv)),
  }
  const light = {
    healthz: () => read(send('/healthz', '')),
    list: () => read(send('/trpc/tasks.list?input=%7B%7D', colleagues[0] ?? '')),
  }
  return { heavy, light }
}

/** Twenty at a time: each goes on to the next once it is answered. */
const IN_FLIGHT: Record<Kind, number> = { 'pay link': 6, draft: 3, picture: 5, export: 3, import: 3 }

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
      else if (status === 429 || status === 503) counts.refused++
      else throw new Error(`${kind} answered ${status}`)
      if (status >= 400) await sleep(100)
    }
  }
  const waits: Record<keyof typeof light, number[]> = { healthz: [], list: [] }
  const watch = async (what: keyof typeof light) => {
    while (performance.now() < end) {
      const began = performance.now()
      const status = await light[what]()
      if (status !== 200) throw new Error(`${what} answered ${status}`)
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
      `  ${kind.padEnd(9)} ${String(done).padStart(4)} done ${String(refused).padStart(5)} told to try again`,
    )
  }
  for (const what of ['healthz', 'list'] as const) {
    const [half, most, all] = [0.5, 0.95, 1].map((share) => at(waits[what], share))
    console.log(`  ${what.padEnd(9)} half ${half}, 95 % ${most}, all ${all} (aim ${AIMS[what]} ms)`)
    if (Math.max(...waits[what]) > AIMS[what]) process.exitCode = 1
  }
  // What else the machine does hardly changes this.
  console.log(`  longest stretch of the main thread ${Math.round(stretch)} ms of processor time`)
}

const folder = mkdtempSync(join(tmpdir(), 'foyer-stall-'))
let child: ChildProcess | undefined
try {
  const prepared = await prepare(folder)
  child = fork(join(import.meta.dirname, 'product-server.ts'), {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send({})
  const [port] = await once(child, 'message')
  report(await measure(child, `http://127.0.0.1:${port}`, prepared))
} finally {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
