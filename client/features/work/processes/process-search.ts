import { flag, id, oneOf, searchOf, text } from '#client/lib/search-params.ts'

export const processSearch = searchOf({
  search: text,
  archived: flag,
  runs: oneOf(['active', 'finished'], 'active'),
  /** The open drawer or dialog: a process, its form, the start dialog or a run. */
  process: id,
  edit: (raw) => (raw === 'new' ? raw : id(raw)),
  start: id,
  run: id,
})
