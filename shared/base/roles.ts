/** The four roles; any other value in the database has no permissions. */
export const ROLES = ['super_admin', 'agency_admin', 'employee', 'client'] as const
export type Role = (typeof ROLES)[number]

/** Roles users can choose at registration. */
export const SELF_REGISTERED_ROLES = ['agency_admin', 'employee', 'client'] as const

export const ROLE_LABELS: Record<(typeof SELF_REGISTERED_ROLES)[number], string> = {
  agency_admin: 'Agency Owner',
  employee: 'Contributor',
  client: 'Client',
}

declare const agencyIdBrand: unique symbol
/** An agency id verified by the session gate or a signed webhook. */
export type AgencyId = string & { readonly [agencyIdBrand]: true }

export const isRole = (value: string): value is Role => (ROLES as readonly string[]).includes(value)
