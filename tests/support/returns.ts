import { expect } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import type { TaxCategory } from '#shared/base/amounts/taxes.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import type { ReturnDocumentDto, TaxReturn, TaxReturnDto } from '#shared/money/ledger/returns.ts'
import type { TaxBasis } from '#shared/money/ledger/taxes/tax-report.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

/** The details of a client that returns depend on. */
interface Buyer {
  country?: string | null
  region?: string | null
  tax_id?: string | null
  company?: string
}

interface Declared {
  kind: TaxReturn
  from: string
  to: string
  basis?: TaxBasis
}

export const YEAR_2026 = { from: '2026-01-01', to: '2026-12-31' }

/** An agency with books in one country, and helper functions for what its owner does on a day. */
export async function booksIn(country: string, currency: string) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { agencyId, client } = world.home
  await db.updateTable('agencies').set({ currency }).where('id', '=', agencyId).execute()
  await setCountry(db, agencyId, country)
  const ownerOn = (day: string) => callerAs(db, world.home.owner, { now: new Date(`${day}T12:00:00.000Z`) })
  const reader = ownerOn('2027-01-15')

  /** Sends an invoice to the client, whose details are updated to these. */
  async function send(day: string, buyer: Buyer, content: Partial<InvoiceSaveInput>): Promise<string> {
    const { company = 'Customer', country: home = null, region = null, tax_id = null } = buyer
    await db
      .updateTable('clients')
      .set({ company, country: home, region, tax_id })
      .where('id', '=', client.clientId)
      .execute()
    const owner = ownerOn(day)
    const { id } = await owner.invoices.save({
      client_id: client.clientId,
      title: 'Work',
      due_date: '2027-12-31',
      items: [{ description: 'Work', quantity: 1, rate: 100_00, tax_bps: 0 }],
      ...content,
    })
    await owner.invoices.send({ id })
    return id
  }

  const pay = (day: string, invoice_id: string, amount: number) =>
    ownerOn(day).payments.recordManual({
      invoice_id,
      amount,
      method: 'bank',
      request_id: crypto.randomUUID(),
    })

  async function rateOf(name: string, bps: number, category: TaxCategory): Promise<string> {
    const id = crypto.randomUUID()
    const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
    await db
      .insertInto('tax_rates')
      .values({
        ...{ agency_id: agencyId, id, name, bps, category, note: null, archived_at: null, version: 1 },
        ...times,
      })
      .execute()
    return id
  }

  const declare = (asked: Declared) => reader.finance.taxReturn(asked)

  /** All documents behind a figure, in small pages. */
  async function behind(asked: Declared & { key: string }): Promise<ReturnDocumentDto[]> {
    const rows: ReturnDocumentDto[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof reader.finance.returnDocuments>> =
        await reader.finance.returnDocuments({ ...asked, cursor, limit: 20 })
      rows.push(...page.items)
      cursor = page.nextCursor
    } while (cursor !== null)
    return rows
  }

  return { db, world, agencyId, ownerOn, reader, send, pay, rateOf, declare, behind }
}

export type Books = Awaited<ReturnType<typeof booksIn>>

export async function setCountry(db: Db, agencyId: string, country: string): Promise<void> {
  const row = { agency_id: agencyId as never, country, updated_at: '2026-01-01T00:00:00.000Z', version: 1 }
  await db
    .insertInto('billing_profiles')
    .values(row)
    .onConflict((conflict) => conflict.column('agency_id').doUpdateSet({ country }))
    .execute()
}

export const baseSums = (rows: readonly ReturnDocumentDto[]) => ({
  net: rows.reduce((sum, row) => sum + (row.base_net ?? 0), 0),
  tax: rows.reduce((sum, row) => sum + (row.base_tax ?? 0), 0),
})

/** The amounts on the form, without zeros. */
export const onForm = ({ boxes }: TaxReturnDto) =>
  Object.fromEntries(boxes.filter(({ form }) => form !== 0).map(({ key, form }) => [key, form]))
export const restOf = ({ rest }: TaxReturnDto) =>
  Object.fromEntries(rest.map(({ key, net, tax }) => [key, [net, tax]]))

/** Compares each figure, and the rest, with the rows behind it. */
export async function compareRows(
  { behind }: Pick<Books, 'behind'>,
  asked: Declared,
  found: TaxReturnDto,
): Promise<void> {
  const rowsOf = async (key: string) => {
    const rows = await behind({ ...asked, key })
    const sumOf = (name: 'base_net' | 'base_tax') => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)
    return { count: rows.length, net: sumOf('base_net'), tax: sumOf('base_tax') }
  }
  for (const { key, exact, count } of found.boxes) {
    if (count === null) continue
    const rows = await rowsOf(key)
    expect([key, rows.count]).toEqual([key, count])
    expect([key, [rows.net, rows.tax]]).toEqual([key, expect.arrayContaining([exact])])
  }
  for (const { key, net, tax, count } of found.rest) {
    expect([key, await rowsOf(key)]).toEqual([key, { count, net, tax }])
  }
}
