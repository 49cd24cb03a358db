import { toWindows1252 } from '../../adapters/windows-1252.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { afterCursor, type Cursor } from '../../core/paging.ts'
import { selectFrom } from '../../core/rows.ts'
import { getBookAccounts } from './accounts.ts'
import {
  type DatevBatch,
  datevHeader,
  documentPostings,
  fiscalYearOf,
  fitsDatev,
  postingLine,
} from './datev-layout.ts'
import { feeEntries } from './fee-layouts.ts'
import { ledgerOf, type Period } from './ledger.ts'
import { numberedDocuments } from './numbered-documents.ts'

const refused = (message: string): AppError => new AppError('BAD_REQUEST', message)

/** Documents and what was paid on them as a posting batch; BAD_REQUEST where the format can't say it. */
export async function datevFile(ctx: AgencyCtx, period: Period) {
  const [accounts, currency, debtors] = await Promise.all([
    getBookAccounts(ctx),
    agencyCurrency(ctx, ctx.reach.agencyId),
    debtorsOf(ctx),
  ])
  const { consultant_number: consultant, client_number: client } = accounts
  const { from, to } = period
  if (consultant === null || client === null) {
    throw refused('Enter the DATEV consultant and client numbers first.')
  }
  if (from === null || to === null) throw refused('Choose a period with a first and a last day.')
  if (fiscalYearOf(from, accounts.fiscal_year_month) !== fiscalYearOf(to, accounts.fiscal_year_month)) {
    throw refused('A DATEV file holds one fiscal year: choose a period within one.')
  }
  if (!fitsDatev(currency)) throw refused(`DATEV files can't hold amounts in ${currency}.`)
  const batch = { accounts, consultant, client, from, to, currency, createdAt: ctx.now }
  return {
    name: `EXTF_Buchungsstapel_${from}_${to}.csv`,
    type: 'text/csv; charset=windows-1252',
    content: linesOf(ctx, batch, debtors),
  }
}

async function* linesOf(
  ctx: AgencyCtx,
  batch: DatevBatch,
  debtors: ReadonlyMap<string, number>,
): AsyncGenerator<Buffer> {
  const { accounts, from, to } = batch
  const debtor = (clientId: string | null): string =>
    String(accounts.first_debtor + (debtors.get(clientId ?? '') ?? 0))
  yield toWindows1252(datevHeader(batch))
  for await (const page of numberedDocuments(ctx, { from, to })) {
    const postings = page.flatMap((document) =>
      documentPostings(document, accounts, debtor(document.client_id)),
    )
    yield toWindows1252(postings.map(postingLine).join(''))
  }
  for await (const page of receiptsOf(ctx, { from, to })) {
    const postings = page.map((entry) => ({
      amount: entry.base_amount ?? 0,
      currency: batch.currency,
      account: accounts.bank_account,
      contra: debtor(entry.client_id),
      date: entry.occurred_on,
      document: entry.number ?? '',
      text: entry.description,
    }))
    yield toWindows1252(postings.map(postingLine).join(''))
  }
  for await (const page of feeEntries(ctx, { from, to })) {
    const postings = page.flatMap((entry) =>
      entry.base_amount === null || entry.base_amount === 0
        ? []
        : [
            {
              amount: entry.base_amount,
              currency: batch.currency,
              account: accounts.fee_account,
              contra: accounts.bank_account,
              date: entry.occurred_on,
              document: '',
              text: entry.description,
            },
          ],
    )
    yield toWindows1252(postings.map(postingLine).join(''))
  }
}

const ENTRIES_AT_ONCE = 1000

/** What came in and was given back, the oldest first; corrections of tax move no money. */
async function* receiptsOf(ctx: AgencyCtx, period: Period) {
  const read = (after: Cursor | null) =>
    afterCursor(
      ledgerOf(ctx, period)
        .leftJoin('invoices', 'invoices.id', 'ledger_entries.invoice_id')
        .selectAll('ledger_entries')
        .select('invoices.number')
        .where('ledger_entries.direction', '=', 'income')
        .where('ledger_entries.base_amount', '!=', 0),
      ['ledger_entries.occurred_at', 'ledger_entries.id'],
      after,
      'asc',
    )
      .limit(ENTRIES_AT_ONCE)
      .execute()
  let rows = await read(null)
  while (rows.length > 0) {
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < ENTRIES_AT_ONCE) return
    rows = await read({ key: last.occurred_at, id: last.id })
  }
}

/** Clients by the order they were added, counted from one: the first account is everybody else's. */
async function debtorsOf(ctx: AgencyCtx): Promise<Map<string, number>> {
  const rows = await selectFrom(ctx, 'clients')
    .select('id')
    .where('agency_id', '=', ctx.reach.agencyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id }, index) => [id, index + 1]))
}
