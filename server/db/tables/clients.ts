import type { AgencyId } from '#shared/roles.ts'

export interface ClientTables {
  clients: ClientTable
}

interface ClientTable {
  agency_id: AgencyId
  id: string
  name: string
  email: string
  phone: string | null
  company: string | null
  address: string | null
  portal_access: number
  archived_at: string | null
  version: number
  created_at: string
  updated_at: string
}
