import { useCan, useUser } from '#client/lib/session.ts'

/** What the person may do with contributors; the platform's staff read across agencies. */
export function useEmployeeRights() {
  const { agency_id, role, viewing_as } = useUser()
  const write = useCan('employee.write') && !viewing_as
  return {
    acrossAgencies: agency_id === null && role === 'super_admin',
    /** Without an agency the server says what is missing. */
    add: write,
    write: write && agency_id !== null,
  }
}
