import { useCan, useUser } from '#client/lib/session.ts'

/** Owners invite into their own agency. */
export function useMayInvite(): boolean {
  const { agency_id, viewing_as } = useUser()
  return useCan('invitation.write') && agency_id !== null && !viewing_as
}
