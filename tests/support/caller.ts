import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { actAs, type SeedMember, type SeedPerson } from '#scripts/seed/person.ts'
import { FairShare } from '#server/base/core/calls/fair-share.ts'
import { InFlight } from '#server/base/core/calls/in-flight.ts'
import { createMeasures } from '#server/base/core/calls/measures.ts'
import { EARLIER_NAMES } from '#server/base/core/calls/renamed-procedures.ts'
import { type Config, readConfig } from '#server/base/core/config.ts'
import type { AgencyCtx, Ctx, RequestCtx, Services, Tx, UserCtx } from '#server/base/core/context.ts'
import { publicContext, systemContext } from '#server/base/core/rows/reach.ts'
import type { Db, Trx } from '#server/base/db/schema.ts'
import { COLLECTORS, EFFECTS, JOBS, TABLES, VISIBILITY } from '#server/domains.ts'
import { LiveHub } from '#server/reactions/live/hub.ts'
import { REACTIONS } from '#server/reactions.ts'
import { createCaller } from '#server/router.ts'

export const TEST_NOW = new Date('2026-03-04T10:00:00.000Z')

export interface CallerOptions {
  config?: Partial<Config>
  now?: Date
  /** Of one call, as browsers and programs send it: its transaction is that of the call. */
  idempotencyKey?: string
}

const log = pino({ level: 'silent' })

/** For tests without files of their own. */
const DATA_DIR = join(tmpdir(), 'foyer-test-data')
mkdirSync(DATA_DIR, { recursive: true })

const CONFIG = readConfig({
  DATA_DIR,
  ALLOW_TEST_PAYMENTS: '1',
  // No service is called: real VAT numbers don't matter to these tests.
  VIES_URL: 'http://127.0.0.1:9',
})

export function testServices(db: Db, options: CallerOptions = {}): Services & { live: LiveHub } {
  const now = options.now ?? TEST_NOW
  const clock = () => now
  return {
    db,
    replica: null,
    config: { ...CONFIG, ...options.config },
    log,
    clock,
    live: new LiveHub({ db, listen: null, pollMs: 500 }, { log, clock }),
    inFlight: new InFlight(),
    share: new FairShare(),
    measures: createMeasures(),
    tracing: null,
    visibility: VISIBILITY,
    collectors: COLLECTORS,
    effects: EFFECTS,
    earlierNames: EARLIER_NAMES,
    tables: TABLES,
    reactions: REACTIONS,
    jobs: JOBS,
  }
}

/** The context in which this person executes commands on the database; null is the system. */
export function ctxFor(db: Trx, person: SeedMember, now?: Date): Tx<AgencyCtx>
export function ctxFor(db: Trx, person: SeedPerson, now?: Date): Tx<UserCtx>
export function ctxFor(db: Trx, person: null, now?: Date): Tx
export function ctxFor(db: Db | Services, person: SeedMember, now?: Date): AgencyCtx
export function ctxFor(db: Db | Services, person: SeedPerson, now?: Date): UserCtx
export function ctxFor(db: Db | Services, person: null, now?: Date): Ctx
export function ctxFor(db: Db | Services, person: SeedPerson | null, now?: Date): Ctx {
  const services = 'config' in db ? db : testServices(db, { now: now ?? person?.now })
  if (person === null) return systemContext({ services, now })
  return actAs(services, { ...person, now: now ?? person.now })
}

/** A caller for this person; null is signed out. */
export function callerAs(db: Db, person: SeedPerson | null, options: CallerOptions = {}) {
  const services = testServices(db, options)
  const ctx: Ctx =
    person === null
      ? publicContext({ services })
      : actAs(services, { ...person, now: options.now ?? person.now })
  return callerOf(ctx, options)
}

/** A caller for this context. */
export function callerOf(ctx: Ctx, { idempotencyKey }: Pick<CallerOptions, 'idempotencyKey'> = {}) {
  const context: RequestCtx = {
    ...ctx,
    sessionId: ctx.actor.kind === 'user' ? 'test-session' : null,
    device: null,
    request: { id: 'test-request', ip: '127.0.0.1', userAgent: null },
    setCookie: () => {},
    ...(idempotencyKey !== undefined && { idempotencyKeys: [idempotencyKey] }),
  }
  return createCaller(context)
}
export type Caller = ReturnType<typeof callerAs>
