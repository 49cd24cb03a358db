import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { AgencyCtx } from '#server/base/core/context.ts'
import type { Db } from '#server/base/db/schema.ts'
import { importStatements } from '#server/money/bank/commands/import-statements.ts'
import type { BankImportDto } from '#shared/money/bank/bank.ts'
import type { CsvMapping } from '#shared/money/bank/csv-mapping.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { createWorld } from '#tests/support/world.ts'
import { draftFor } from '../money.ts'
import type { SampleLine, SampleStatement } from './bank-files.ts'

interface ImportOptions {
  dry_run?: boolean
  account_id?: string
  mapping?: CsvMapping
  similar?: 'add' | 'leave_out'
}

/** Imports a file's content as the owner, like the route does. */
export async function importFile(
  db: Db,
  owner: SeedPerson,
  content: string | Uint8Array,
  { dry_run = false, similar = 'add', ...rest }: ImportOptions = {},
): Promise<BankImportDto> {
  const path = join(temporaryFolder(), 'statement')
  writeFileSync(path, content)
  const file = { path, name: 'statement.xml', size: Buffer.byteLength(content) }
  return importStatements(ctxFor(db, owner) as AgencyCtx, file, { dry_run, similar, ...rest })
}

export const ACCOUNT = 'DE02120300000000202051'
export const PAYER = 'DE89370400440532013000'

let ids = 0
/** A line of the test month; the amount is in minor units. */
export const lineOf = (amount: number, text: string, rest: Partial<SampleLine> = {}): SampleLine => ({
  day: '2026-03-02',
  amount,
  name: 'Some Bank Customer',
  iban: PAYER,
  text,
  endToEnd: '',
  id: `REF${String(++ids).padStart(8, '0')}`,
  ...rest,
})

export const statementOf = (
  lines: readonly SampleLine[],
  rest: Partial<SampleStatement> = {},
): SampleStatement => ({
  account: ACCOUNT,
  currency: 'USD',
  opening: 1_000_000,
  from: '2026-03-01',
  to: '2026-03-03',
  lines,
  ...rest,
})

/** A world whose owner has sent two invoices of 3,600.00. */
export async function setUpBank() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const { clientId } = world.home.client
  const sendInvoice = async (rest: object = {}) => {
    const { id } = await owner.invoices.save({ ...draftFor(clientId), ...rest })
    const { number } = await owner.invoices.send({ id })
    return { id, number: number ?? '', payable: 360_000 }
  }
  const invoices = [await sendInvoice(), await sendInvoice()] as const
  const openLines = async () => (await owner.bank.lines({})).items
  const invoice = async (id: string) => {
    const { status, amount_paid } = await owner.invoices.get({ id })
    return { status, amount_paid }
  }
  return {
    db,
    world,
    owner,
    clientId,
    invoices,
    sendInvoice,
    openLines,
    invoice,
    importing: (content: string | Uint8Array, options?: ImportOptions) =>
      importFile(db, world.home.owner, content, options),
  }
}

/** The ledger's content, apart from ids and times. */
export async function ledgerRows(db: Db) {
  const rows = await db
    .selectFrom('ledger_entries')
    .select([
      'direction',
      'category',
      'amount',
      'base_amount',
      'currency',
      'tax',
      'occurred_on',
      'description',
    ])
    .execute()
  return rows.map((row) => JSON.stringify(row)).sort()
}

/** The sum of the ledger by direction, without zeros. */
export async function ledgerSums(db: Db) {
  const rows = await db.selectFrom('ledger_entries').select(['direction', 'amount']).execute()
  const sums: Record<string, number> = {}
  for (const { direction, amount } of rows) sums[direction] = (sums[direction] ?? 0) + amount
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0))
}
