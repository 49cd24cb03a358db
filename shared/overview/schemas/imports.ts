import { z } from 'zod'
import { calendarDate } from '../../base/schemas/dates.ts'
import { idInput } from '../../base/schemas/ids.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { requiredEmail, requiredText } from '../../base/schemas/text.ts'
import { TASK_STATUSES } from '../../work/tasks.ts'
import {
  DATE_ORDERS,
  type ImportDto,
  type ImportMember,
  type ImportOverview,
  MAX_IMPORT_NAMES,
} from '../imports.ts'

const key = z.string().max(700)

const clientTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('existing'), id: z.uuid('Please choose a client') }),
  z.strictObject({
    kind: z.literal('new'),
    name: requiredText('Please enter a name'),
    email: requiredEmail('Please enter an email address'),
  }),
  z.strictObject({ kind: z.literal('skip') }),
])

const projectTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('existing'), id: z.uuid('Please choose a project') }),
  z.strictObject({ kind: z.literal('new'), name: requiredText('Please enter a name') }),
  z.strictObject({ kind: z.literal('skip') }),
])

/** How the names in a file are mapped; unlisted names are skipped. */
export const importMapping = z.strictObject({
  /** For ambiguous dates. */
  date_order: z.enum(DATE_ORDERS).nullable(),
  /** For files that don't say it. */
  billable: z.boolean().default(false),
  /** Time up to this day has been billed elsewhere and isn't billable here. */
  billed_until: calendarDate.nullable().default(null),
  /** Contributors have been paid elsewhere for time up to this day, which is in no payout here. */
  paid_until: calendarDate.nullable().default(null),
  /** Also imports archived cards, as done. */
  archived: z.boolean(),
  lists: z.array(z.strictObject({ key, status: z.enum(TASK_STATUSES).nullable() })).max(MAX_IMPORT_NAMES),
  /** A contributor's id or an owner's user id; null leaves tasks unassigned and skips time entries. */
  people: z.array(z.strictObject({ key, member_id: z.uuid().nullable() })).max(MAX_IMPORT_NAMES),
  clients: z.array(z.strictObject({ key, to: clientTarget })).max(MAX_IMPORT_NAMES),
  projects: z.array(z.strictObject({ key, to: projectTarget })).max(MAX_IMPORT_NAMES),
})
export type ImportMapping = z.output<typeof importMapping>

export const importMapInput = idInput.extend({ mapping: importMapping })
/** Null if none of its time has been paid elsewhere. */
export const importPaidInput = idInput.extend({ paid_until: calendarDate.nullable() })
export const importListInput = z.strictObject(pageInput).prefault({})

export interface ImportDetailsDto extends ImportDto {
  overview: ImportOverview
  /** As last saved, else as suggested by the names. */
  mapping: ImportMapping
  members: ImportMember[]
  clients: { id: string; name: string }[]
  projects: { id: string; name: string }[]
  /** Keys of those imported before that have been archived or deleted since, which can't be imported as new. */
  archived_since: { clients: string[]; projects: string[] }
  /** The agency's; times in the file are interpreted in it. */
  timezone: string
}
