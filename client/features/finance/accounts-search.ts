import { z } from 'zod'
import { PERIODS } from './period.ts'

const date = z.iso.date().nullable().catch(null)

/** What the address of Accounts & Finance holds. */
export const accountsSearch = z.object({
  period: z.enum(PERIODS).catch('month'),
  /** Of a custom period. */
  from: date,
  to: date,
  search: z.string().catch(''),
  direction: z.enum(['income', 'expense']).nullable().catch(null),
  category: z.string().nullable().catch(null),
  client: z.uuid().nullable().catch(null),
  project: z.uuid().nullable().catch(null),
  /** The open dialog, and the expense being edited. */
  new: z.coerce.boolean().catch(false),
  expense: z.uuid().nullable().catch(null),
})

export const NO_FILTERS = { search: '', direction: null, category: null, client: null, project: null }
