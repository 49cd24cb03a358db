import type { z } from 'zod'
import {
  MAX_TAX_RATES,
  type TaxRateDto,
  type taxRateArchiveInput,
  type taxRateSaveInput,
  type taxRatesAddInput,
} from '#shared/billing.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { newId, toInstant } from '../../db/values.ts'
import { getTaxRate, listTaxRates } from '../queries/profile.ts'

type Save = z.output<typeof taxRateSaveInput>

/** Adds a rate or changes one. Lines that were written keep what they took from it. */
export function saveTaxRate(ctx: AgencyCtx, input: Save): Promise<TaxRateDto> {
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
    return getTaxRate(tx, input.id)
  })
}

/** Adds what is usual in a country, without those of a name that is in use. */
export function addTaxRates(
  ctx: AgencyCtx,
  { rates }: z.output<typeof taxRatesAddInput>,
): Promise<TaxRateDto[]> {
  return transact(ctx, async (tx) => {
    const known = (await listTaxRates(tx)).filter(({ archived_at }) => archived_at === null)
    const added = rates.filter(({ name }) => !known.some((rate) => rate.name === name))
    await requireRoom(tx, added.length)
    for (const rate of added) await insertRate(tx, rate)
    await record(tx, 'billing.changed', { id: ctx.reach.agencyId, what: 'Tax rates' })
    return listTaxRates(tx)
  })
}

/** Takes a rate out of use, or back into it; a default that is out of use is none. */
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
  throw new AppError('BAD_REQUEST', `Keep at most ${MAX_TAX_RATES} tax rates; archive one first.`)
}

const forgetDefault = (tx: Tx<AgencyCtx>, rateId: string) =>
  updateTable(tx, 'billing_profiles')
    .set((eb) => ({ default_tax_rate_id: null, version: eb('version', '+', 1) }))
    .where('agency_id', '=', tx.reach.agencyId)
    .where('default_tax_rate_id', '=', rateId)
    .execute()
