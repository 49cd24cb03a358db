import { z } from 'zod'

export const CLIENT_TABS = ['overview', 'invoices', 'contacts', 'notes', 'activity'] as const
export type ClientTab = (typeof CLIENT_TABS)[number]

/** What the address of the clients screen holds. */
export const clientSearch = z.object({
  search: z.string().catch(''),
  archived: z.boolean().catch(false),
  /** The client whose drawer is open. */
  client: z.uuid().nullable().catch(null),
  tab: z.enum(CLIENT_TABS).catch('overview'),
  /** The open dialog. */
  new: z.coerce.boolean().catch(false),
  edit: z.uuid().nullable().catch(null),
  import: z.coerce.boolean().catch(false),
  invitations: z.coerce.boolean().catch(false),
})

export const CLOSED_DRAWER = { client: null, tab: 'overview' } as const
