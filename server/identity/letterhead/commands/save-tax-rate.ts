import type { z } from 'zod'
import { MAX_TAX_RATES, type TaxRateDto } from '#shared/identity/letterhead/profile.ts'
import type {
  taxRateArchiveInput,
  taxRateSaveInput,
  taxRatesAddInput,
} from '#shared/identity/letterhead/schemas/profile.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, updateTable } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { getTaxRate, listTaxRates } from '../queries/profile.ts'

type Save = z.output<typeof taxRateSaveInput>

/** Creates or updates a rate; `follow` then updates what refers to it, in the same transaction. */
export function saveTaxRate(
  ctx: AgencyCtx,
  input: Save,
  follow: (tx: Tx<AgencyCtx>, rateId: string) => Promise<void>,
): Promise<TaxRateDto> {
  return transact(ctx, async (tx) => {
    const columns = { name: input.name, bps: input.bps, category: input.category, note: input.note }
    if (input.id === undefined) {
      await requireRoom(tx, 1)
      const id = await insertRate(tx, columns)
      await record(tx, 'billing.changed', { id, what: `Tax rate ${input.name}` })
      return getTaxRate(tx, id)
    }
    const current = await getTaxRate(tx, input.id)
    const row = {
      agency_id: ctx.reach.agencyId,
      id: input.id,
      version: input.version ?? current.version,
    }
    await updateVersioned(tx, 'tax_rates', row, columns, 'This tax rate')
    await record(tx, 'billing.changed', { id: input.id, what: `Tax rate ${input.name}` })
    await follow(tx, input.id)
    return getTaxRate(tx, input.id)
  })
}

/** Adds a country's usual rates, except those whose names are already used. */
export function addTaxRates(
  ctx: AgencyCtx,
  { rates }: z.output<typeof taxRatesAddInput>,
): Promise<TaxRateDto[]> {
  return transact(ctx, async (tx) => {
    const existing = (await listTaxRates(tx)).filter(({ archived_at }) => archived_at === null)
    const added = rates.filter(({ name }) => !existing.some((rate) => rate.name === name))
    await requireRoom(tx, added.length)
    for (const rate of added) await insertRate(tx, rate)
    await record(tx, 'billing.changed', { id: ctx.reach.agencyId, what: 'Tax rates' })
    return listTaxRates(tx)
  })
}

/** Archives or restores a rate; archiving the default rate clears the default. */
export function setTaxRateArchived(
  ctx: AgencyCtx,
  { id, archived }: z.output<typeof taxRateArchiveInput>,
): Promise<TaxRateDto> {
  return transact(ctx, async (tx) => {
    const { name, version } = await getTaxRate(tx, id)
    if (!archived) await requireRoom(tx, 1)
    const row = { agency_id: ctx.reach.agencyId, id, version }
    const columns = { archived_at: archived ? toInstant(tx.now) : null }
    await updateVersioned(tx, 'tax_rates', row, columns, 'This tax rate')
    if (archived) await forgetDefault(tx, id)
    await record(tx, 'billing.changed', { id, what: `Tax rate ${name}` })
    return getTaxRate(tx, id)
  })
}

async function insertRate(
  tx: Tx<AgencyCtx>,
  { name, bps, category, note }: Pick<Save, 'name' | 'bps' | 'category' | 'note'>,
): Promise<string> {
  const id = newId()
  const now = toInstant(tx.now)
  await insertInto(tx, 'tax_rates')
    .values({
      agency_id: tx.reach.agencyId,
      id,
      name,
      bps,
      category,
      note,
      archived_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

async function requireRoom(tx: Tx<AgencyCtx>, more: number): Promise<void> {
  const inUse = (await listTaxRates(tx)).filter(({ archived_at }) => archived_at === null)
  if (inUse.length + more <= MAX_TAX_RATES) return
  throw new AppError('BAD_REQUEST', `You can have at most ${MAX_TAX_RATES} tax rates. Archive one first.`)
}

const forgetDefault = (tx: Tx<AgencyCtx>, rateId: string) =>
  updateTable(tx, 'billing_profiles')
    .set((eb) => ({ default_tax_rate_id: null, version: eb('version', '+', 1) }))
    .where('agency_id', '=', tx.reach.agencyId)
    .where('default_tax_rate_id', '=', rateId)
    .execute()
