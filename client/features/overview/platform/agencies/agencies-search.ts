import { flag, id, oneOf, pageNumber, searchOf, text } from '#client/lib/search-params.ts'

export const AGENCY_STATUSES = ['active', 'trial', 'suspended'] as const

export const agenciesSearch = searchOf({
  search: text,
  status: oneOf(AGENCY_STATUSES),
  plan: id,
  sort: oneOf(['revenue', 'name', 'created_at', 'employees', 'projects'], 'revenue'),
  order: oneOf(['asc', 'desc'], 'desc'),
  page: pageNumber,
  agency: id,
  new: flag,
})
