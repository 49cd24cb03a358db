import { useCan, useUser } from '#client/lib/session/session.ts'

/** The user's permissions on contributors. Platform administrators can read across agencies. */
export function useEmployeeRights() {
  const { agency_id, role, viewing_as } = useUser()
  const write = useCan('employee.write') && !viewing_as
  return {
    acrossAgencies: agency_id === null && role === 'super_admin',
    /** Without an agency, the server returns the error. */
    add: write,
    write: write && agency_id !== null,
  }
}
