import type { Logger } from 'pino'
import type { Scope } from '../auth/scope.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import type { LiveHub } from '../live/hub.ts'

/** What the process offers to every call. */
export interface Services {
  db: Db
  config: Config
  log: Logger
  clock: () => Date
  live: LiveHub
}

/** One request: who calls (null when signed out), and how to answer with a cookie. */
export interface Context {
  services: Services
  scope: Scope | null
  /** SHA-256 of the session cookie's value; null when signed out. */
  sessionId: string | null
  request: { id: string; ip: string; userAgent: string | null }
  setCookie: (cookie: string) => void
}
