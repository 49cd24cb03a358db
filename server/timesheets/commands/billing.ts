import type { AgencyScope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { conflict } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'

const CHUNK = 500

/** Marks approved entries as being on an invoice; CONFLICT when another invoice took one of them. */
export const billTime = (
  trx: Trx,
  scope: AgencyScope,
  entryIds: readonly string[],
  invoiceId: string,
): Promise<void> => claim(trx, scope, 'invoice_id', invoiceId, entryIds)

/** Frees the time of an invoice that was voided or deleted, so that it can be billed again. */
export const releaseBilledTime = (trx: Trx, scope: AgencyScope, invoiceId: string): Promise<void> =>
  release(trx, scope, 'invoice_id', invoiceId)

/** Marks approved entries as covered by a payout; CONFLICT when another payout took one of them. */
export const payOutTime = (
  trx: Trx,
  scope: AgencyScope,
  entryIds: readonly string[],
  payoutId: string,
): Promise<void> => claim(trx, scope, 'payout_id', payoutId, entryIds)

/** Frees the time of a payout that failed or was cancelled. */
export const releasePaidTime = (trx: Trx, scope: AgencyScope, payoutId: string): Promise<void> =>
  release(trx, scope, 'payout_id', payoutId)

type Claim = 'invoice_id' | 'payout_id'

async function claim(
  trx: Trx,
  scope: AgencyScope,
  column: Claim,
  owner: string,
  entryIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < entryIds.length; start += CHUNK) {
    const ids = entryIds.slice(start, start + CHUNK)
    const { numUpdatedRows } = await trx
      .updateTable('time_entries')
      .set((eb) => ({ [column]: owner, version: eb('version', '+', 1) }))
      .where('agency_id', '=', scope.agencyId)
      .where('id', 'in', ids)
      .where(column, 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) !== ids.length) throw conflict('This time')
  }
  await announce(trx, scope)
}

async function release(trx: Trx, scope: AgencyScope, column: Claim, owner: string): Promise<void> {
  await trx
    .updateTable('time_entries')
    .set((eb) => ({ [column]: null, version: eb('version', '+', 1) }))
    .where('agency_id', '=', scope.agencyId)
    .where(column, '=', owner)
    .execute()
  await announce(trx, scope)
}

const announce = (trx: Trx, scope: AgencyScope): Promise<void> =>
  publishChange(trx, scope, { domains: ['workLog', 'timesheets'] })
