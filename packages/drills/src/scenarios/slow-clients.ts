import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../../../scripts/tools/statistics.ts'
import { scratchFolder } from '../clean-up.ts'
import { callerAt } from '../load/caller.ts'
import { Reader } from '../load/reader.ts'
import { findGrowth, memoryFigures, watch } from '../load/watch.ts'
import type { Drill, Outcome } from '../outcome.ts'
import { Product } from '../product.ts'
import { sqliteSettings } from '../stores.ts'
import { openWorld, type World } from '../world.ts'

const CLIENTS = 40
/** The portal allows 10 s for headers, which it checks every half minute, and 60 s for bodies. */
const LIMIT_MS = 120_000

/** Clients that send a byte a second or never read, while another user works. */
export const slowClients: Drill = {
  name: 'slow-clients',
  async run(): Promise<Outcome[]> {
    const settings = sqliteSettings(await scratchFolder())
    const world = await openWorld(settings)
    const product = await Product.of(settings)
    await product.start({ watched: true })
    const watched = watch(product)
    const port = Number(new URL(product.url).port)
    const headers = open(port, () => 'GET /healthz HTTP/1.1\r\nhost: drill\r\n', 'x-slow: 1\r\n')
    const bodies = open(port, () => postHead(world), ' ')
    const streams = open(port, (index) => streamHead(world, index), null)
    const reader = new Reader(product.url, world.owner)
    const changes = change(product, world)
    const started = performance.now()
    const slow = [...headers, ...bodies]
    while (slow.some(({ closedAfter }) => closedAfter === null) && performance.now() - started < LIMIT_MS) {
      await sleep(200)
    }
    await reader.stop()
    const changed = await changes.stop()
    const { memory } = await watched.stop()
    const losses = [...reader.failures]
    for (const [what, clients] of Object.entries({ headers, bodies })) {
      const open = clients.filter(({ closedAfter }) => closedAfter === null).length
      if (open > 0) losses.push(`${open} clients with slow ${what} were still connected after two minutes`)
    }
    losses.push(...findGrowth(memory))
    for (const { socket } of [...slow, ...streams]) socket.destroy()
    await sleep(500)
    if (!(await product.isReady())) losses.push('the portal was not ready afterwards')
    await product.end('SIGTERM')
    return [
      {
        done: `${CLIENTS} clients with slow headers, ${CLIENTS} with slow bodies, ${CLIENTS} streams that never read during ${changed} changes`,
        figures:
          `slow headers closed after ${lastClosed(headers)}, bodies after ${lastClosed(bodies)}; ` +
          `others' reads ${reader.figures}; ${memoryFigures(memory)}`,
        losses,
      },
    ]
  },
}

interface SlowClient {
  socket: Socket
  /** Milliseconds; null while it is connected. */
  closedAfter: number | null
}

/** Connects, sends the start, then the chunk every second; reads only while sending. */
function open(port: number, beginning: (index: number) => string, drop: string | null): SlowClient[] {
  return Array.from({ length: CLIENTS }, (_, index) => {
    const started = performance.now()
    const socket = connect(port, '127.0.0.1')
    const client: SlowClient = { socket, closedAfter: null }
    socket.write(beginning(index))
    socket.on('error', () => {})
    if (drop !== null) {
      socket.resume()
      const timer = setInterval(() => socket.write(drop), 1_000)
      socket.once('close', () => {
        clearInterval(timer)
        client.closedAfter = performance.now() - started
      })
    }
    return client
  })
}

const postHead = ({ owner }: World): string =>
  [
    'POST /trpc/tasks.save HTTP/1.1',
    'host: drill',
    'origin: http://drill',
    `cookie: ${owner}`,
    'content-type: application/json',
    'content-length: 900',
    '\r\n{',
  ].join('\r\n')

const streamHead = ({ contributors }: World, index: number): string =>
  [
    'GET /trpc/live.changes?input=%7B%7D HTTP/1.1',
    'host: drill',
    `cookie: ${contributors[index % contributors.length]}`,
    'accept: text/event-stream',
    '\r\n',
  ].join('\r\n')

/** Makes changes constantly, so that the streams have data to leave unread. */
function change(product: Product, world: World): { stop: () => Promise<number> } {
  const owner = callerAt(product.url, world.owner)
  let stopped = false
  const work = (async () => {
    let number = 0
    for (; !stopped; number++) {
      await owner.change('tasks.save', { title: `Change ${number}`, project_id: world.projectIds[0] })
      await sleep(20)
    }
    return number
  })()
  return {
    stop() {
      stopped = true
      return work
    },
  }
}

const lastClosed = (clients: SlowClient[]): string =>
  `${Math.round(
    quantile(
      clients.map(({ closedAfter }) => closedAfter ?? LIMIT_MS),
      1,
    ) / 1000,
  )} s`
