import { date, flag, id, oneOf, searchOf, text } from '#client/lib/search-params.ts'
import { TAX_RETURNS } from '#shared/money/ledger/returns.ts'
import { bankParams } from '../bank/bank-search.ts'

export const PERIODS = [
  'today',
  'last-30-days',
  'month',
  'last-month',
  'quarter',
  'last-quarter',
  'year',
  'last-year',
  'all',
  'custom',
] as const
export type PeriodName = (typeof PERIODS)[number]

const ACCOUNTS_VIEWS = [
  'overview',
  'profit',
  'taxes',
  'returns',
  'ageing',
  'payouts',
  'bank',
  'export',
  'closing',
] as const
export type AccountsView = (typeof ACCOUNTS_VIEWS)[number]

/** A month (`2026-07`), quarter (`2026-Q3`) or year (`2026`) that a return covers. */
const SPAN = /^\d{4}(?:-(Q[1-4]|0[1-9]|1[0-2]))?$/

const spanOf = (raw: unknown): string | null => (typeof raw === 'string' && SPAN.test(raw) ? raw : null)

export const accountsSearch = searchOf({
  view: oneOf(ACCOUNTS_VIEWS, 'overview'),
  period: oneOf(PERIODS, 'month'),
  /** Bounds of a custom period. */
  from: date,
  to: date,
  search: text,
  direction: oneOf(['income', 'expense', 'liability', 'write_off']),
  category: (raw) => text(raw) || null,
  client: id,
  project: id,
  /** How profits are grouped. */
  by: oneOf(['project', 'client'], 'project'),
  /** The tax report's and profits' basis, and the rate whose documents are shown: side, percentage, category and name. */
  basis: oneOf(['issued', 'paid'], 'issued'),
  rate: (raw) => text(raw).slice(0, 300) || null,
  /** The tax return with its period, and the figure whose documents are shown. */
  form: oneOf(TAX_RETURNS),
  span: spanOf,
  figure: (raw) => text(raw).slice(0, 200) || null,
  /** The open dialog, and the expense being edited. */
  new: flag,
  expense: id,
  /** The provider's payout whose entries are shown. */
  payout: id,
  ...bankParams,
})
