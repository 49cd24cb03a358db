import { useCan, useUser } from '#client/lib/session.ts'

/** What the person may do with clients; the platform's staff read across agencies and change nothing. */
export function useClientRights() {
  const { agency_id, role, viewing_as } = useUser()
  const write = useCan('client.write') && !viewing_as
  return {
    acrossAgencies: agency_id === null && role === 'super_admin',
    /** Without an agency the server says what is missing. */
    add: write,
    write: write && agency_id !== null,
  }
}
