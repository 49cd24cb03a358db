import { rateName } from '#shared/money/ledger/books.ts'
import { toWindows1252 } from '../../../../base/adapters/tables/windows-1252.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { advancesFrom, bookAccounts, unmappedRates } from '../../exports/queries/accounts.ts'
import { perPayment } from '../../exports/queries/entry-pages.ts'
import { numberedDocuments } from '../../exports/queries/numbered-documents.ts'
import { postedEntries } from '../../exports/queries/posted-entries.ts'
import type { Period } from '../../queries/ledger.ts'
import { listMissingRates } from '../../queries/missing-rates.ts'
import { deductedAdvances } from './advances.ts'
import {
  type DatevBatch,
  datevHeader,
  fiscalYearOf,
  fitsDatev,
  type Posting,
  postingLine,
} from './datev-layout.ts'
import { debtorRoundings } from './debtor-roundings.ts'
import { differenceAccount, entryPostings, joinLosses } from './entry-postings.ts'
import { documentPostings } from './taxed-postings.ts'

const refused = (message: string, reason?: string): AppError =>
  new AppError('BAD_REQUEST', message, reason === undefined ? {} : { reason })

/**
 * Documents, payments, credit, losses, and expenses as a DATEV posting batch; throws BAD_REQUEST if the format
 * can't represent them or something it needs is missing.
 */
export async function datevFile(ctx: AgencyCtx, period: Period) {
  const [accounts, currency, debtors, since] = await Promise.all([
    bookAccounts(ctx),
    agencyCurrency(ctx, ctx.reach.agencyId),
    debtorsOf(ctx),
    advancesFrom(ctx),
  ])
  const { consultant_number: consultant, client_number: client } = accounts
  const { from, to } = period
  if (consultant === null || client === null) {
    throw refused('Enter the DATEV consultant and client numbers first.')
  }
  if (from === null || to === null) throw refused('Choose a period with a first and a last day.')
  if (fiscalYearOf(from, accounts.fiscal_year_month) !== fiscalYearOf(to, accounts.fiscal_year_month)) {
    throw refused('A DATEV file covers one fiscal year: choose a period within one.')
  }
  if (!fitsDatev(currency)) throw refused(`DATEV files can’t contain amounts in ${currency}.`)
  const batch = { accounts, consultant, client, from, to, currency, createdAt: ctx.now }
  await requireComplete(ctx, batch)
  return {
    name: `EXTF_Buchungsstapel_${from}_${to}.csv`,
    type: 'text/csv; charset=windows-1252',
    content: linesOf(ctx, batch, { debtors, advancesFrom: since }),
  }
}

/** Otherwise the file would be taxed wrongly, or wouldn't balance. */
async function requireComplete(ctx: AgencyCtx, { accounts, from, to }: DatevBatch): Promise<void> {
  const unmapped = await unmappedRates(ctx, accounts, { from, to })
  if (unmapped.length > 0) {
    const names = unmapped.map(rateName).join(', ')
    throw refused(
      `DATEV needs a revenue account for ${names}. Enter it in Accounts & Finance › Export › Account numbers.`,
      'rate_unmapped',
    )
  }
  const missing = (await listMissingRates(ctx)).filter(({ since }) => since <= to)
  if (missing.length > 0) {
    const names = missing.map(({ currency }) => currency).join(', ')
    throw refused(`Enter the exchange rate of ${names} in Accounts & Finance first.`, 'rate_missing')
  }
}

interface PostedBooks {
  debtors: ReadonlyMap<string, number>
  /** The first day of advance invoices that are liabilities. */
  advancesFrom: string
}

async function* linesOf(ctx: AgencyCtx, batch: DatevBatch, books: PostedBooks): AsyncGenerator<Buffer> {
  yield toWindows1252(datevHeader(batch))
  for await (const postings of postingsOf(ctx, batch, books)) {
    yield toWindows1252(postings.map(postingLine).join(''))
  }
}

async function* postingsOf(
  ctx: AgencyCtx,
  { accounts, from, to, currency }: DatevBatch,
  { debtors, advancesFrom: since }: PostedBooks,
): AsyncGenerator<Posting[]> {
  const debtorOf = (clientId: string | null): string =>
    String(accounts.first_debtor + (debtors.get(clientId ?? '') ?? 0))
  for await (const page of numberedDocuments(ctx, { from, to })) {
    const deducted = await deductedAdvances(ctx, page, since)
    yield page.flatMap((document) =>
      documentPostings(document, accounts, {
        debtor: debtorOf(document.client_id),
        deducted: deducted.get(document.id) ?? [],
        from: since,
      }),
    )
  }
  for await (const page of perPayment(postedEntries(ctx, { from, to }))) {
    yield joinLosses(page).flatMap((entry) =>
      entryPostings(entry, accounts, { debtor: debtorOf(entry.client_id), currency, advancesFrom: since }),
    )
  }
  for await (const page of debtorRoundings(ctx, { from, to }, currency)) {
    yield page.map(({ clientId, number, date, amount }) => ({
      amount,
      currency,
      account: debtorOf(clientId),
      contra: differenceAccount(accounts, amount),
      date,
      document: number,
      text: `Rounding of ${number}`,
    }))
  }
}

/** The clients' debtor numbers, starting at one; the first account is for everyone else. */
async function debtorsOf(ctx: AgencyCtx): Promise<Map<string, number>> {
  const rows = await selectFrom(ctx, 'clients')
    .select(['id', 'debtor_number'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .execute()
  return new Map(rows.map(({ id, debtor_number }) => [id, debtor_number ?? 0]))
}
