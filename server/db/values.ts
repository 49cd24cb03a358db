import { randomUUID } from 'node:crypto'

/** SQLite cannot bind booleans, so both dialects store 0 and 1. */
export const toFlag = (value: boolean): number => (value ? 1 : 0)
export const fromFlag = (value: number): boolean => value !== 0

/** A random (v4) UUID: ids show their first 8 characters, so they must differ from the first one on. */
export const newId = (): string => randomUUID()

/** An instant as it is stored: ISO-8601 in UTC with milliseconds, so that text order is time order. */
export const toInstant = (date: Date): string => date.toISOString()

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * 86_400_000)
export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000)
export const addMinutes = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * 60_000)

/** Email addresses as one text: none of them holds a comma. */
export const fromAddresses = (addresses: readonly string[]): string | null => addresses.join(',') || null
export const toAddresses = (text: string | null): string[] => text?.split(',') ?? []
