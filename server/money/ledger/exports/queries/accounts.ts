import { taxKey } from '#shared/base/amounts/taxes.ts'
import {
  ambiguousRates,
  defaultAccounts,
  isMapped,
  rateKindOf,
  withAllKinds,
} from '#shared/money/ledger/book-accounts.ts'
import { type AccountingProgram, rateName, type UsedRate } from '#shared/money/ledger/books.ts'
import {
  type BookAccounts,
  type BookAccountsDto,
  type StoredAccounts,
  storedAccounts,
} from '#shared/money/ledger/schemas/books.ts'
import type { TaxRate } from '#shared/money/ledger/taxes/tax-report.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { getLetterheadProfile } from '../../../../identity/letterhead/queries/profile.ts'
import type { Period } from '../../queries/ledger.ts'
import { taxSums } from '../../taxes/queries/tax-sums.ts'

/** Account numbers for exports, with the rates that still need one. */
export async function getBookAccounts(ctx: AgencyCtx): Promise<BookAccountsDto> {
  const [accounts, used, { country }] = await Promise.all([
    bookAccounts(ctx),
    usedRates(ctx, { from: null, to: null }),
    getLetterheadProfile(ctx),
  ])
  return {
    ...accounts,
    unmapped_rates: listRates(used.filter((rate) => !isMapped(accounts, rate))),
    ambiguous_rates: {
      xero: listRates(ambiguousRates(accounts, 'xero', used, country)),
      quickbooks: listRates(ambiguousRates(accounts, 'quickbooks', used, country)),
    },
  }
}

/** The account numbers; defaults until the agency saves its own. */
export async function bookAccounts(ctx: AgencyCtx): Promise<StoredAccounts> {
  const row = await selectFrom(ctx, 'book_accounts')
    .select(['accounts', 'version'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .executeTakeFirst()
  const stored: Partial<BookAccounts> = row === undefined ? {} : JSON.parse(row.accounts)
  const { chart = 'skr03' } = stored
  // Accounts added after the settings were saved use the default.
  const accounts = storedAccounts.parse({ ...defaultAccounts(chart), ...stored })
  return { ...accounts, rates: withAllKinds(chart, accounts.rates), version: row?.version ?? 0 }
}

/** The first day of advance invoices that DATEV files show as liabilities; '' if there is no earlier one. */
export async function advancesFrom(ctx: AgencyCtx): Promise<string> {
  const row = await selectFrom(ctx, 'book_accounts')
    .select('advances_from')
    .where('agency_id', '=', ctx.reach.agencyId)
    .executeTakeFirst()
  return row?.advances_from ?? ''
}

/** Rates of sales that DATEV would tax at another percentage, or not at all. */
export async function unmappedRates(
  ctx: AgencyCtx,
  accounts: BookAccounts,
  period: Period,
): Promise<UsedRate[]> {
  const used = await usedRates(ctx, period)
  return listRates(used.filter((rate) => !isMapped(accounts, rate)))
}

const PROGRAM_NAMES: Record<AccountingProgram, string> = { xero: 'Xero', quickbooks: 'QuickBooks' }

/** Throws BAD_REQUEST if the program couldn't tell some rates of the period's sales apart by their tax codes. */
export async function requireOwnCodes(
  ctx: AgencyCtx,
  accounts: BookAccounts,
  program: AccountingProgram,
  period: Period,
): Promise<void> {
  const [used, { country }] = await Promise.all([usedRates(ctx, period), getLetterheadProfile(ctx)])
  const rates = listRates(ambiguousRates(accounts, program, used, country))
  if (rates.length === 0) return
  throw new AppError(
    'BAD_REQUEST',
    `${PROGRAM_NAMES[program]} needs a tax code for each of ${rates.map(rateName).join(', ')}. Enter them in Accounts & Finance › Export › Account numbers.`,
    { reason: 'rate_unmapped' },
  )
}

/** Rates of the period's documents and losses. */
const usedRates = (ctx: AgencyCtx, period: Period): Promise<TaxRate[]> => taxSums(ctx, period, 'issued')

function listRates(used: readonly TaxRate[]): UsedRate[] {
  // Rates of the same percentage may differ in their currency or name.
  const rates = new Map(used.map((rate) => [taxKey({ ...rate, tax_name: null, tax_note: null }), rate]))
  return [...rates.values()]
    .map((rate) => ({ kind: rateKindOf(rate, 'union'), tax_bps: rate.tax_bps }))
    .toSorted((one, other) => other.tax_bps - one.tax_bps || one.kind.localeCompare(other.kind))
}
