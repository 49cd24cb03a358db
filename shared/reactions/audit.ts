import { EVENTS, type EventName, kindOf } from './events.ts'

/** Labels of the audit log's areas. */
const AREA_LABELS: Record<string, string | undefined> = {
  session: 'Sign-in and sessions',
  email: 'Email addresses',
  'two-factor': 'Two-factor sign-in',
  'api-token': 'API tokens',
  employee: 'Contributors',
  platform: 'Platform',
}

const areaOf = (name: string): string => name.split('.', 1)[0] ?? name

const plural = (area: string): string => {
  const words = `${area.charAt(0).toUpperCase()}${area.slice(1).replaceAll('-', ' ')}`
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`
}

/** The audit log's filter: the prefixes of all audited events. */
export const AUDIT_AREAS: readonly { value: string; label: string }[] = [
  ...new Set(
    (Object.keys(EVENTS) as EventName[]).filter((name) => kindOf(name).audit !== undefined).map(areaOf),
  ),
]
  .sort()
  .map((area) => ({ value: `${area}.`, label: AREA_LABELS[area] ?? plural(area) }))

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
