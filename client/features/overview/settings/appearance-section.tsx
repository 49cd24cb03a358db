import { SegmentedControl, Switch, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { hasSingleKeys, setSingleKeys } from '#client/lib/shortcuts.ts'
import type { Theme } from '#shared/overview/settings.ts'
import { useSavePreference } from './preferences.ts'
import type { SectionProps } from './section/section-props.ts'

const THEME_OPTIONS: { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

/** Changes apply immediately: theme and density on all of the user's devices, shortcuts in this browser. */
export function AppearanceSection({ settings: { preferences } }: SectionProps) {
  const save = useSavePreference()
  const label = useId()
  return (
    <SettingsCard title="Appearance">
      <div>
        <Text size="sm" fw={500} mb={4} id={label}>
          Theme
        </Text>
        <SegmentedControl
          aria-labelledby={label}
          data={THEME_OPTIONS}
          value={preferences.theme}
          onChange={(value) => save({ theme: value as Theme })}
        />
      </div>
      <Switch
        label="Compact"
        description="Smaller type and spacing on large screens"
        checked={preferences.compact}
        onChange={(event) => save({ compact: event.currentTarget.checked })}
      />
      <SingleKeysSwitch />
    </SettingsCard>
  )
}

function SingleKeysSwitch() {
  const [on, setOn] = useState(hasSingleKeys)
  return (
    <Switch
      label="Single-key shortcuts"
      description="Keys such as C, N and / work on their own in this browser. Turn this off if you use voice dictation."
      checked={on}
      onChange={(event) => {
        setSingleKeys(event.currentTarget.checked)
        setOn(event.currentTarget.checked)
      }}
    />
  )
}
