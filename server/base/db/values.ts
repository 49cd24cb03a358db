import { randomUUID } from 'node:crypto'

/** SQLite cannot bind booleans, so both dialects store 0 and 1. */
export const toFlag = (value: boolean): number => (value ? 1 : 0)
export const fromFlag = (value: number): boolean => value !== 0

/** A random (v4) UUID. Not a time-ordered one: the UI shows the first 8 characters, which must differ. */
export const newId = (): string => randomUUID()

/** Formats an instant for storage: ISO 8601 in UTC with milliseconds, so that text order is chronological. */
export const toInstant = (date: Date): string => date.toISOString()

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * 86_400_000)
export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000)
export const addMinutes = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * 60_000)

/** Joins email addresses with commas, which no valid address contains. */
export const fromAddresses = (addresses: readonly string[]): string | null => addresses.join(',') || null
export const toAddresses = (text: string | null): string[] => text?.split(',') ?? []
