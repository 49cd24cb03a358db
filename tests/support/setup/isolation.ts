import { hash } from 'node:crypto'
import { vi } from 'vitest'

/** Replaces the slow password hashing: hundreds of calls use it, but none tests it. */
vi.mock('#server/identity/auth/passwords.ts', async (original) => ({
  ...(await original<object>()),
  hashPassword: async (password: string) => hash('sha256', password),
  verifyPassword: async (stored: string | null, password: string) => stored === hash('sha256', password),
}))

/** Some answers are delayed, so that their timing reveals nothing. */
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: async () => {},
}))
