import { Select, type SelectProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

const TYPING_PAUSE_MS = 200

export interface Choice {
  id: string
  name: string
  /** Distinguishes records with the same name, for example by a client's company. */
  detail?: string | null
}

/** The search text, debounced. */
export function useTypedSearch() {
  const [typed, onTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  return { search, find: search === '' ? {} : { search }, typed, onTyped }
}

/** Props shared by all record fields. */
export interface RecordPickerProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  value?: string | null
  onChange?: (value: string | null, choice: Choice | null) => void
  /** The selected record, shown by name even if it isn't in the search results. */
  chosen?: Choice | null
}

interface PickerProps extends RecordPickerProps {
  /** The record type, for example "client". */
  kind: string
  found: readonly Choice[]
  onTyped: (text: string) => void
}

/** A searchable record select. The server searches, so it scales to any number of records. */
export function RecordPicker({
  value = null,
  onChange,
  chosen,
  kind,
  found,
  onTyped,
  ...props
}: PickerProps) {
  const [picked, setPicked] = useState<Choice | null>(null)
  const selected = [picked, chosen].find((choice) => choice?.id === value)
  const options = selected && !found.some(({ id }) => id === value) ? [selected, ...found] : found
  const shown = options.find(({ id }) => id === value)?.name
  return (
    <Select
      searchable
      placeholder={`No ${kind}`}
      clearButtonProps={{ 'aria-label': `Clear ${kind}` }}
      nothingFoundMessage={`No ${kind}s found`}
      filter={({ options: all }) => all}
      {...props}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      renderOption={({ option }) => <Option choice={options.find(({ id }) => id === option.value)} />}
      value={value}
      // The selected name fills the field; searching for it would hide every other record.
      onSearchChange={(text) => onTyped(text === shown || text === picked?.name ? '' : text)}
      onChange={(id) => {
        const choice = options.find((option) => option.id === id) ?? null
        setPicked(choice)
        onChange?.(id, choice)
      }}
    />
  )
}

const Option = ({ choice }: { choice: Choice | undefined }) => (
  <div>
    {choice?.name}
    {choice?.detail != null && choice.detail !== choice.name && (
      <Text size="xs" c="dimmed">
        {choice.detail}
      </Text>
    )}
  </div>
)
