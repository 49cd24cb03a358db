import { hash } from 'node:crypto'

/** Stands in for the slow hashing of passwords: hundreds of calls need one, and none is about it. */
export const fastPasswords = {
  hashPassword: async (password: string) => hash('sha256', password),
  verifyPassword: async (stored: string | null, password: string) => stored === hash('sha256', password),
}
