import { hash } from 'node:crypto'
import { vi } from 'vitest'

/** Replaces the slow password hashing, which hundreds of calls use and none tests. */
vi.mock('#server/identity/auth/passwords.ts', async (original) => ({
  ...(await original<object>()),
  hashPassword: async (password: string) => hash('sha256', password),
  verifyPassword: async (stored: string | null, password: string) => stored === hash('sha256', password),
}))

/** Some responses are delayed, so that their timing reveals nothing. */
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: async () => {},
}))
