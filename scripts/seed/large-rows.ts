import type { Insertable } from 'kysely'
import type { Schema, Trx } from '#server/base/db/schema.ts'
import { batchesOf } from '#shared/base/paging.ts'
import type { AgencyId } from '#shared/base/roles.ts'

const DAY = 86_400_000

export interface LargeAgency {
  agencyId: AgencyId
  ownerId: string
  clientIds: string[]
  /** The account of the first client, who has projects and invoices like any other. */
  clientUserId: string
  employeeIds: string[]
  /** Their accounts, in the same order. */
  employeeUserIds: string[]
  projectIds: string[]
}

/** Rows per statement: few round trips, within the limit of parameters. */
export const BATCH = 400

export async function insertAll<Table extends keyof Schema>(
  trx: Trx,
  table: Table,
  rows: Insertable<Schema[Table]>[],
): Promise<void> {
  for (const batch of batchesOf(rows, BATCH)) await trx.insertInto(table).values(batch).execute()
}

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

export const dayOf = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY).toISOString().slice(0, 10)

/** Cycles through the list. */
export function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('The list is empty.')
  return item
}
