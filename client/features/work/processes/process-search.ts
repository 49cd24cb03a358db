import { flag, id, oneOf, searchOf } from '#client/lib/search-params.ts'

export const processSearch = searchOf({
  archived: flag,
  runs: oneOf(['active', 'finished'], 'active'),
  /** The open drawer or dialog: a process, its form, the start dialog or a run. */
  process: id,
  edit: (raw) => (raw === 'new' ? raw : id(raw)),
  start: id,
  run: id,
})
