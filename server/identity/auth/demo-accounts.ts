/** The four accounts of a demo instance and their shared password; not used by other instances. */
export const DEMO_ACCOUNTS = [
  { email: 'admin@demo.test', role: 'super_admin', label: 'Admin' },
  { email: 'owner@demo.test', role: 'agency_admin', label: 'Agency Owner' },
  { email: 'contributor@demo.test', role: 'employee', label: 'Contributor' },
  { email: 'client@demo.test', role: 'client', label: 'Client' },
] as const

export const DEMO_PASSWORD = 'Demo123!'

export const isDemoEmail = (email: string): boolean =>
  DEMO_ACCOUNTS.some((account) => account.email === email)
