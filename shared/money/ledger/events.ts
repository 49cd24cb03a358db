import { formatCharged } from '../../base/amounts/money.ts'
import { type Effect, type EventKind, event } from '../../base/events/kind.ts'
import { formatDate } from '../../base/format.ts'
import type { YearTotals } from './closed-periods.ts'

const expense = (verb: string, effect: Effect) =>
  event<{ description: string }>({
    subject: 'expense',
    touches: ['finance'],
    effect,
    activity: ({ description }) => `Expense “${description}” ${verb}`,
    ...(effect === 'removes' && {
      audit: ({ description }: { description: string }) => `Expense “${description}” deleted`,
    }),
  })

const dayOrNone = (date: string | null): string => (date === null ? 'none' : formatDate(date))

/** Events of expenses, accounts and closed periods. */
export const BOOKS_EVENTS = {
  'expense.entered': expense('entered', 'adds'),
  'expense.changed': expense('changed', 'sets'),
  'expense.deleted': expense('deleted', 'removes'),
  /** Deleted after its period was closed. */
  'expense.reversed': event<{ description: string; on: string }>({
    subject: 'expense',
    touches: ['finance'],
    effect: 'commits',
    activity: ({ description, on }) => `Expense “${description}” reversed on ${formatDate(on)}`,
  }),
  'periods.locked': event<{ soft_until: string | null; hard_until: string | null }>({
    effect: 'sets',
    subject: 'agency',
    touches: ['finance'],
    activity: ({ hard_until }) =>
      hard_until === null ? 'Lock date changed' : `Books closed up to ${formatDate(hard_until)}`,
    audit: ({ soft_until, hard_until }) =>
      `Closed up to ${dayOrNone(hard_until)}, changes confirmed up to ${dayOrNone(soft_until)}`,
  }),
  'periods.reopened': event<{ from: string; to: string | null; reason: string }>({
    effect: 'commits',
    subject: 'agency',
    touches: ['finance'],
    activity: ({ to, reason }) => `Books reopened, now closed up to ${dayOrNone(to)}: ${reason}`,
    audit: ({ from, to, reason }) =>
      `Closed up to ${dayOrNone(from)} → ${dayOrNone(to)}, with password: ${reason}`,
  }),
  'periods.year-closed': event<{ from: string; to: string; totals: YearTotals }>({
    effect: 'commits',
    subject: 'agency',
    touches: ['finance'],
    activity: ({ from, to }) => `Fiscal year ${formatDate(from)} to ${formatDate(to)} closed`,
    audit: ({ from, to, totals: { currency, ...totals } }) => {
      const money = (amount: number) => formatCharged(amount, currency)
      return `${formatDate(from)} to ${formatDate(to)}: revenue ${money(totals.revenue)}, expenses ${money(totals.expenses)}, tax collected ${money(totals.tax_collected)}, input tax ${money(totals.input_tax)}`
    },
  }),
  'book-accounts.changed': event({
    effect: 'sets',
    subject: 'book_accounts',
    touches: ['finance'],
    audit: () => 'Account numbers of exports',
  }),
} satisfies Record<string, EventKind<never>>
