import type { Query } from './query-state.tsx'

/**
 * Reads all that `QueryState` shows. Dialogs and drawers do it themselves, because they mount their content later, and a
 * query reports changes only of fields that have been read.
 */
export const readQuery = <Data>({ data, error, fetchStatus, refetch }: Query<Data>): Query<Data> => ({
  data,
  error,
  fetchStatus,
  refetch,
})
