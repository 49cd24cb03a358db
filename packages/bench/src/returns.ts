import { rmSync } from 'node:fs'
import { type Dialect, Kysely, type LogEvent } from 'kysely'
import { seedLarge } from '../../../scripts/seed/large.ts'
import { newTemporaryFolder } from '../../../scripts/tools/temporary-folders.ts'
import { readConfig } from '../../../server/base/core/config.ts'
import type { AgencyCtx, Services } from '../../../server/base/core/context.ts'
import { inAgency, systemContext } from '../../../server/base/core/rows/reach.ts'
import { postgresDialect } from '../../../server/base/db/engines/postgres.ts'
import { sqliteDialect } from '../../../server/base/db/engines/sqlite.ts'
import type { Schema } from '../../../server/base/db/schema.ts'
import { listReturnDocuments } from '../../../server/money/ledger/returns/queries/return-documents.ts'
import { getTaxReturn } from '../../../server/money/ledger/returns/queries/tax-return.ts'
import { countTaxDays } from '../../../server/money/ledger/taxes/commands/count-tax-days.ts'
import { openPortal, type Portal } from '../../../server/portal.ts'
import type { TaxCategory } from '../../../shared/base/amounts/taxes.ts'
import type { AgencyId } from '../../../shared/base/roles.ts'
import type { DocumentParties, Party } from '../../../shared/identity/letterhead/parties.ts'
import { TAX_RETURNS } from '../../../shared/money/ledger/returns.ts'
import { TAX_BASES } from '../../../shared/money/ledger/taxes/tax-report.ts'

/** Times each tax return of a quarter with 50,000 documents, and the rows of its smallest figure. */
const DOCUMENTS = 50_000
const SIZE = { agencies: 1, projects: 50, tasks: 100, people: 10, clients: 500 }
const BOOKS = { invoices: DOCUMENTS, invoiceDays: 91 }
const QUARTER = { from: '2026-07-01', to: '2026-09-30' }
const END = new Date('2026-09-30T20:00:00.000Z')
const AIM = 1000

const NOBODY: Party = {
  ...{ name: 'Buyer', company: null, address: 'Street 1', postal_code: '10115', city: 'Town', region: null },
  ...{ country: 'DE', tax_id: null, registration_number: null, electronic_address: null },
  ...{ buyer_reference: null, email: null, phone: null },
}
const BUYERS: [of: Partial<Party>, bps: number, category: TaxCategory][] = [
  [{ country: 'DE' }, 1900, 'standard'],
  [{ country: 'DE' }, 700, 'reduced'],
  [{ country: 'FR', tax_id: 'FR40303265045' }, 0, 'reverse_charge'],
  [{ country: 'AT' }, 2000, 'standard'],
  [{ country: 'US', region: 'CA' }, 0, 'export'],
]

/** Gives documents tax and parties, and payments the tax of their invoices. */
async function addTaxes({ db }: Services): Promise<void> {
  const invoices = await db.selectFrom('invoices').select(['id', 'total']).orderBy('id').execute()
  const entries = await db.selectFrom('ledger_entries').select(['id', 'agency_id', 'amount']).execute()
  await db.transaction().execute(async (trx) => {
    for (const [index, { id }] of invoices.entries()) {
      const [buyer, tax_bps, tax_category] = BUYERS[index % BUYERS.length] ?? [{}, 0, 'zero']
      const parties: DocumentParties = {
        seller: NOBODY,
        buyer: { ...NOBODY, ...buyer, company: `Company ${index % 500}` },
        ...{ bank: null, logo: null, details: null, footer: null },
      }
      await trx
        .updateTable('invoices')
        .set({ parties: JSON.stringify(parties) })
        .where('id', '=', id)
        .execute()
      await trx
        .updateTable('invoice_items')
        .set({ tax_bps, tax_category, tax_name: 'Tax' })
        .where('invoice_id', '=', id)
        .execute()
    }
    for (const [index, { id, agency_id, amount }] of entries.entries()) {
      const [, tax_bps, tax_category] = BUYERS[index % BUYERS.length] ?? [{}, 0, 'zero']
      await trx
        .insertInto('ledger_taxes')
        .values({
          ...{ entry_id: id, agency_id, position: 0, tax_bps, tax_category, tax_name: 'Tax', tax_note: null },
          ...{ net: amount, tax: 0, base_net: amount, base_tax: 0 },
        })
        .execute()
    }
  })
}

interface Timing {
  milliseconds: number
  cpu: number
  statements: number
}

async function time(events: LogEvent[], call: () => Promise<unknown>): Promise<Timing> {
  let best: Timing | null = null
  for (let round = 0; round < 3; round++) {
    events.length = 0
    const [started, before] = [performance.now(), process.cpuUsage()]
    await call()
    const milliseconds = performance.now() - started
    const { user, system } = process.cpuUsage(before)
    const timing = { milliseconds, cpu: (user + system) / 1000, statements: events.length }
    if (best === null || timing.milliseconds < best.milliseconds) best = timing
  }
  if (best === null) throw new Error('No round was timed.')
  return best
}

function report(name: string, { milliseconds, cpu, statements }: Timing): void {
  const figures = `${milliseconds.toFixed(0).padStart(6)} ms ${cpu.toFixed(0).padStart(6)} ms cpu ${String(statements).padStart(4)} statements`
  console.log(`${figures}  ${name}${milliseconds > AIM ? '  over the target' : ''}`)
}

async function run(portal: Portal): Promise<void> {
  const { database, services } = portal
  const known = await services.db.selectFrom('agencies').select('id').executeTakeFirst()
  if (known === undefined) {
    await seedLarge(services, { ...SIZE, ...BOOKS }, END)
    await addTaxes(services)
  }
  const { id } = await services.db.selectFrom('agencies').select('id').executeTakeFirstOrThrow()
  await countTaxDays(systemContext({ services }))
  const events: LogEvent[] = []
  const dialect: Dialect =
    database.dialect === 'sqlite' ? sqliteDialect(database.file) : postgresDialect(database.pool)
  const db = new Kysely<Schema>({ dialect, log: (event) => void events.push(event) })
  const system = systemContext({ services: { ...services, db } })
  const ctx = inAgency(system, { agencyId: id as AgencyId }) as AgencyCtx
  for (const basis of TAX_BASES) {
    for (const kind of TAX_RETURNS) {
      const asked = { kind, basis, ...QUARTER }
      const { boxes, table, rest } = await getTaxReturn(ctx, asked)
      report(`${kind}, by date ${basis}`, await time(events, () => getTaxReturn(ctx, asked)))
      const [key] = [...boxes, ...(table?.lines ?? []), ...rest]
        .filter(({ count }) => count !== null)
        .toSorted((one, other) => (one.count ?? 0) - (other.count ?? 0))
        .map((figure) => figure.key)
      if (key === undefined) continue
      const rows = () => listReturnDocuments(ctx, { ...asked, key, limit: 30, cursor: null })
      report(`${kind}, by date ${basis}: rows of ${key}`, await time(events, rows))
    }
  }
}

const given = process.env.DATA_DIR
const folder = given ?? (await newTemporaryFolder('foyer-returns'))
const portal = await openPortal(readConfig({ ...process.env, DATA_DIR: folder, LOG_LEVEL: 'silent' }))
try {
  await run(portal)
} finally {
  await portal.close()
  if (given === undefined) rmSync(folder, { recursive: true, force: true })
}
