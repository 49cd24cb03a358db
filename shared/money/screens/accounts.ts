import { dateInZone } from '../../base/dates.ts'
import { call, list, screen } from '../../base/screens.ts'
import { lastYear, monthToDate, type Period } from '../ledger/periods.ts'

export const NO_TRANSACTION_FILTERS = {
  search: '',
  direction: null,
  category: null,
  client: null,
  project: null,
}

interface TransactionFilters<Direction> {
  search: string
  direction: Direction
  category: string | null
  client: string | null
  project: string | null
}

export const transactionsInput = <Direction>(
  { search, direction, category, client, project }: TransactionFilters<Direction>,
  period: Period,
) => ({ ...period, flow: direction, category, client_id: client, project_id: project, search })

export const accounts = screen({
  label: 'Accounts & Finance',
  address: '/accounts',
  aliases: ['/admin/agencies'],
  can: 'finance.read',
  icon: 'calculator',
  key: 'F',
  palette: 'finance.read',
  firstCalls: ({ books_timezone, now }) => {
    const today = dateInZone(now, books_timezone)
    const period = monthToDate(today)
    return [
      call('finance.missingRates'),
      call('finance.summary', period),
      call('finance.summary', lastYear(today)),
      list('finance.transactions', transactionsInput(NO_TRANSACTION_FILTERS, period)),
    ]
  },
})
