import { z } from 'zod'
import { EVENTS, type EventName, kindOf } from './events/table.ts'
import { pageInput } from './paging.ts'
import { searchText } from './text.ts'

/** The areas of the audit log as its filter names them. */
const AREA_LABELS: Record<string, string | undefined> = {
  session: 'Sign-in and sessions',
  email: 'Email addresses',
  'two-factor': 'Two-factor sign-in',
  'api-token': 'API tokens',
  platform: 'Platform',
}

const areaOf = (name: string): string => name.split('.', 1)[0] ?? name

const plural = (area: string): string => {
  const words = `${area.charAt(0).toUpperCase()}${area.slice(1).replaceAll('-', ' ')}`
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`
}

/** What the audit log can be narrowed to: the beginnings of the names of all events it keeps. */
export const AUDIT_AREAS: readonly { value: string; label: string }[] = [
  ...new Set(
    (Object.keys(EVENTS) as EventName[]).filter((name) => kindOf(name).audit !== undefined).map(areaOf),
  ),
]
  .sort()
  .map((area) => ({ value: `${area}.`, label: AREA_LABELS[area] ?? plural(area) }))

export const auditListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  /** A prefix, for example `session.`. */
  action: z.string().max(60).nullish(),
})

export interface AuditEntryDto {
  id: string
  agency_id: string | null
  agency_name: string | null
  actor_id: string | null
  actor_name: string
  actor_role: string | null
  action: string
  subject_type: string
  subject_id: string
  detail: string
  created_at: string
}
