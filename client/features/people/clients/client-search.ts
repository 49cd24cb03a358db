import { flag, id, oneOf, searchOf, tableParams, text } from '#client/lib/search-params.ts'

export const CLIENT_TABS = ['overview', 'invoices', 'contacts', 'notes'] as const

export const clientSearch = searchOf({
  search: text,
  archived: flag,
  ...tableParams(['name', 'company', 'projects', 'outstanding', 'invoiced', 'paid']),
  /** The client shown instead of the list. */
  client: id,
  /** The client previewed beside the list. */
  peek: id,
  tab: oneOf(CLIENT_TABS, 'overview'),
  /** The open dialog. */
  new: flag,
  edit: id,
  import: flag,
  invitations: flag,
})

export const CLOSED_CLIENT = { client: null, peek: null, tab: 'overview' } as const
