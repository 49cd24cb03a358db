import { flag, id, oneOf, searchOf } from '#client/lib/search-params.ts'

export const processSearch = searchOf({
  archived: flag,
  runs: oneOf(['active', 'finished'], 'active'),
  /** What is open: a process, its form, starting it, or a run. */
  process: id,
  edit: (raw) => (raw === 'new' ? raw : id(raw)),
  start: id,
  run: id,
})
