import { SegmentedControl, Select, Text } from '@mantine/core'
import { useId } from 'react'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { spaced } from '#client/lib/labels.ts'
import { useUser } from '#client/lib/session/session.ts'
import type { WeekStart } from '#shared/base/dates.ts'
import { useSavePreference } from '../preferences.ts'
import type { SectionProps } from '../section/section-props.ts'
import { zoneOptions } from '../section/time-zones.ts'
import { UnknownZones } from '../section/unknown-zones.tsx'

const WEEK_OPTIONS: { value: WeekStart; label: string }[] = [
  { value: 'monday', label: 'Monday' },
  { value: 'sunday', label: 'Sunday' },
]

/** Represents no personal preference. */
const SAME = 'same'

/** The user's time zone and week start; changes apply immediately on every screen. */
export function TimeCard({ settings: { preferences } }: SectionProps) {
  const save = useSavePreference()
  const label = useId()
  const user = useUser()
  const home = spaced(user.books_timezone)
  const noun = user.agency_id === null ? 'platform' : 'agency'
  return (
    <SettingsCard
      title="Date & time"
      description={`Applies to your dates, times and reminders. Invoices and accounts use the ${noun}’s time zone.`}
    >
      <Select
        label="Time zone"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No time zones found"
        maw={360}
        data={[{ value: SAME, label: `Same as the ${noun} (${home})` }, ...zoneOptions(preferences.timezone)]}
        value={preferences.timezone ?? SAME}
        onChange={(zone) => save({ timezone: zone === SAME ? null : zone })}
      />
      <UnknownZones />
      <div>
        <Text size="sm" fw={500} mb={4} id={label}>
          Week starts on
        </Text>
        <SegmentedControl
          aria-labelledby={label}
          data={WEEK_OPTIONS}
          value={preferences.week_start}
          onChange={(value) => save({ week_start: value as WeekStart })}
        />
      </div>
    </SettingsCard>
  )
}
