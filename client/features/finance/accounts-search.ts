import { date, flag, id, oneOf, searchOf, text } from '#client/lib/search-params.ts'

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

export const accountsSearch = searchOf({
  view: oneOf(['overview', 'taxes', 'ageing', 'payouts', 'export'], 'overview'),
  period: oneOf(PERIODS, 'month'),
  /** Of a custom period. */
  from: date,
  to: date,
  search: text,
  direction: oneOf(['income', 'expense', 'liability', 'write_off']),
  category: (raw) => text(raw) || null,
  client: id,
  project: id,
  /** Of the tax report, and the rate whose documents are shown: side, percentage, category and name. */
  basis: oneOf(['issued', 'paid'], 'issued'),
  rate: (raw) => text(raw).slice(0, 300) || null,
  /** The open dialog, and the expense being edited. */
  new: flag,
  expense: id,
  /** The provider's payout whose entries are shown. */
  payout: id,
})

export const NO_FILTERS = { search: '', direction: null, category: null, client: null, project: null }
