import { useCan, useUser } from '#client/lib/session/session.ts'

/** Processes belong to agencies; platform administrators have read-only access. */
export function useProcessRights() {
  const inAgency = useUser().agency_id !== null
  const mayWrite = useCan('process.write')
  const mayRun = useCan('process.run')
  return { write: mayWrite && inAgency, run: mayRun && inAgency }
}
