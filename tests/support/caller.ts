import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Scope } from '#server/auth/scope.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Db } from '#server/db/schema.ts'
import { LiveHub } from '#server/live/hub.ts'
import type { Context, Services } from '#server/trpc/context.ts'
import { createCaller } from '#server/trpc/router.ts'

export const TEST_NOW = new Date('2026-03-04T10:00:00.000Z')

const TEST_SETTINGS = { DATA_DIR: join(tmpdir(), 'foyer-test-data'), ALLOW_TEST_PAYMENTS: '1' }

export interface CallerOptions {
  config?: Partial<Config>
  now?: Date
}

export function testServices(db: Db, options: CallerOptions = {}): Services {
  const now = options.now ?? TEST_NOW
  const log = pino({ level: 'silent' })
  const clock = () => now
  return {
    db,
    config: { ...readConfig(TEST_SETTINGS), ...options.config },
    log,
    clock,
    live: new LiveHub({ db, listen: null, pollMs: 500 }, { log, clock }),
  }
}

/** The router as this person reaches it; null calls it signed out. */
export function callerAs(db: Db, scope: Scope | null, options: CallerOptions = {}) {
  const context: Context = {
    services: testServices(db, options),
    scope: scope === null ? null : { ...scope, now: options.now ?? scope.now },
    sessionId: scope === null ? null : 'test-session',
    request: { id: 'test-request', ip: '127.0.0.1', userAgent: null },
    setCookie: () => {},
  }
  return createCaller(context)
}
export type Caller = ReturnType<typeof callerAs>
