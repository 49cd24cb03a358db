import { setTimeout as sleep } from 'node:timers/promises'
import { scratchFolder } from '../clean-up.ts'
import { callerAt, Refused } from '../load/caller.ts'
import { latencies, Reader } from '../load/reader.ts'
import type { Drill, Outcome } from '../outcome.ts'
import { Product } from '../product.ts'
import { sqliteSettings } from '../stores.ts'
import { openWorld } from '../world.ts'

const A_SECOND = 20
const SECONDS = 60
const QUIET_MS = 10_000
const SOMEBODY = { email: 'somebody@drill.test', password: 'quiet-harbour-7' }

/** Attackers guess passwords from many addresses, while others work and one user signs in. */
export const loginFlood: Drill = {
  name: 'login-flood',
  async run(): Promise<Outcome[]> {
    const settings = sqliteSettings(await scratchFolder())
    const world = await openWorld(settings)
    const product = await Product.of(settings)
    await product.start()
    await callerAt(product.url, '').change('auth.signUp', {
      ...SOMEBODY,
      name: 'Somebody',
      role: 'agency_admin',
      agency_name: 'Flooded',
    })
    const quiet = new Reader(product.url, world.owner)
    await sleep(QUIET_MS)
    await quiet.stop()

    const busy = new Reader(product.url, world.owner)
    const answers: Promise<number>[] = []
    const rightful: Promise<{ status: number; ms: number }>[] = []
    const losses: string[] = []
    for (let number = 0; number < A_SECOND * SECONDS; number++) {
      answers.push(
        signIn(product.url, number, { email: `nobody-${number}@drill.test`, password: 'wrong-guess' }),
      )
      if (number % (A_SECOND * 5) === 0) rightful.push(timed(() => signIn(product.url, 50_000, SOMEBODY)))
      await sleep(1000 / A_SECOND)
    }
    const statuses = await Promise.all(answers)
    await busy.stop()
    losses.push(...busy.failures)
    const tries = await Promise.all(rightful)
    for (const { status } of tries) {
      if (status !== 200) losses.push(`somebody with the right password got ${status || 'no answer'}`)
    }
    const letIn = statuses.filter((status) => status === 200).length
    if (letIn > 0) losses.push(`${letIn} wrong passwords were accepted`)
    await product.end('SIGTERM')
    return [
      {
        done: `${A_SECOND} wrong sign-ins a second from as many addresses for ${SECONDS} s`,
        figures:
          `reads before ${latencies(quiet.times)}, during ${latencies(busy.times)}; answers ${countOf(statuses)}; ` +
          `the right password took at most ${Math.round(Math.max(...tries.map(({ ms }) => ms)))} ms`,
        losses,
      },
    ]
  },
}

/** The response's status, 0 without one. Each number calls from its own address. */
async function signIn(url: string, number: number, input: typeof SOMEBODY): Promise<number> {
  const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  try {
    await callerAt(url, '', { 'x-forwarded-for': address }).change('auth.signIn', input)
    return 200
  } catch (error) {
    return error instanceof Refused ? error.status : 0
  }
}

async function timed(act: () => Promise<number>): Promise<{ status: number; ms: number }> {
  const started = performance.now()
  const status = await act()
  return { status, ms: performance.now() - started }
}

/** “401 × 1200, 429 × 3” */
function countOf(statuses: readonly number[]): string {
  const counts = new Map<number, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status || 'none'} × ${count}`).join(', ')
}
