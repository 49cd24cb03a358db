import { useCan, useUser } from '#client/lib/session/session.ts'

/** Owners can invite to their own agency. */
export function useMayInvite(): boolean {
  const { agency_id, viewing_as } = useUser()
  return useCan('invitation.write') && agency_id !== null && !viewing_as
}
