import { useCan, useUser } from '#client/lib/session.ts'

/** Processes are an agency's own: the platform's administrators read them only. */
export function useProcessRights() {
  const inAgency = useUser().agency_id !== null
  const mayWrite = useCan('process.write')
  const mayRun = useCan('process.run')
  return { write: mayWrite && inAgency, run: mayRun && inAgency }
}
