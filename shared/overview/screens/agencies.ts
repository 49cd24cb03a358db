import { call, screen } from '../../base/screens.ts'

export const NO_AGENCY_FILTERS = { search: '', status: null, plan: null, page: 1 }
export const AGENCY_ORDER = { sort: 'revenue', order: 'desc' } as const

/** The table's input: one page of the agencies that match the filters. */
export const agencyListInput = <Filters extends { plan: string | null }>({ plan, ...filters }: Filters) => ({
  ...filters,
  plan_id: plan,
})

export const agencies = screen({
  label: 'Agencies',
  address: '/agencies',
  can: 'agency.read-all',
  icon: 'buildings',
  key: 'A',
  sidebar: ['super_admin'],
  bottomBar: ['super_admin'],
  firstCalls: () => [
    call('agencies.counters'),
    call('agencies.list', agencyListInput({ ...NO_AGENCY_FILTERS, ...AGENCY_ORDER })),
    call('packages.list', {}),
  ],
})
