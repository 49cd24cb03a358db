import type { Money } from '../base/amounts/money.ts'
import type { PlanDto, SubscriptionStatus } from '../money/plans/packages.ts'

export const AGENCIES_PER_PAGE = 10
export const DELETION_GRACE_DAYS = 30

export const AGENCY_SORTS = ['revenue', 'name', 'created_at', 'employees', 'projects'] as const
export type AgencySort = (typeof AGENCY_SORTS)[number]

/** Downloads all of an agency's data as one archive. */
export const agencyExportAddress = (id: string): string => `/exports/agencies/${id}.zip`

export interface AgencyFactsDto {
  id: string
  name: string
  owner_name: string
  owner_email: string
  plan_id: string
  plan: string
  status: 'active' | 'trial'
  suspended: boolean
  employees: number
  projects: number
  currency: string
  created_at: string
  trial_ends_at: string | null
  /** Whole days, at least 0; null outside a trial. */
  trial_days_left: number | null
  /** When the agency is deleted; null unless scheduled. */
  delete_after: string | null
}

/** An entry of the agency list. */
export interface AgencyDto extends AgencyFactsDto {
  /** Minor units of the agency's currency: all succeeded client payments. */
  revenue: number
}

export interface AgencyPage {
  items: AgencyDto[]
  total: number
  page: number
  page_size: number
}

export interface AgencyCountersDto {
  total: number
  active: number
  trial: number
  suspended: number
  /** Minor units, all agencies, all time, at today's exchange rates. */
  revenue: number
  currency: string
  /** Revenue in currencies whose exchange rate is not known; not part of the figure. */
  other_revenue: Money[]
  /** The last 30 days, as on the dashboard. */
  recent_revenue: number
}

export interface AgencyDetailsDto extends AgencyDto {
  timezone: string
  clients: number
  /** Users who can sign in. */
  people: number
  /** Bytes of all uploaded files. */
  storage: number
  active_people_30_days: number
  last_active_at: string | null
  limits: Pick<PlanDto, 'member_limit' | 'project_limit' | 'storage_limit_gb'>
  subscription: {
    status: SubscriptionStatus
    price: number
    currency: string
    period_end: string
  } | null
}
