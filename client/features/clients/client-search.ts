import { flag, id, oneOf, searchOf, tableParams, text } from '#client/lib/search-params.ts'

export const CLIENT_TABS = ['overview', 'invoices', 'contacts', 'notes', 'activity'] as const

export const clientSearch = searchOf({
  search: text,
  archived: flag,
  ...tableParams(['name', 'company', 'projects', 'outstanding', 'invoiced', 'paid']),
  /** The client whose drawer is open. */
  client: id,
  tab: oneOf(CLIENT_TABS, 'overview'),
  /** The open dialog. */
  new: flag,
  edit: id,
  import: flag,
  invitations: flag,
})

export const CLOSED_DRAWER = { client: null, tab: 'overview' } as const
