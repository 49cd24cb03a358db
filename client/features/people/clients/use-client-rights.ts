import { useCan, useUser } from '#client/lib/session/session.ts'

/** The user's permissions on clients. Platform administrators have read-only access across agencies. */
export function useClientRights() {
  const { agency_id, role, viewing_as } = useUser()
  const write = useCan('client.write') && !viewing_as
  return {
    acrossAgencies: agency_id === null && role === 'super_admin',
    /** Without an agency, the server returns the error. */
    add: write,
    write: write && agency_id !== null,
  }
}
