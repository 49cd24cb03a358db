import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** How many records a field offers at once; typing finds the others. */
export const CHOICES = 50
const TYPING_PAUSE_MS = 200

export interface Choice {
  id: string
  name: string
}

/** What is looked for, once the typing pauses. */
export function useTypedSearch() {
  const [typed, onTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  return { search, typed, onTyped }
}

/** What a field of this kind is given. */
export interface RecordPickerProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  value?: string | null
  onChange?: (value: string | null) => void
  /** The chosen record, shown by name even where it is not among the first found. */
  chosen?: Choice | null
}

interface PickerProps extends RecordPickerProps {
  /** What is picked, for instance "client". */
  kind: string
  found: readonly Choice[]
  onTyped: (text: string) => void
}

/** A record, found by typing; the server searches, so any number of them will do. */
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
  const kept = [picked, chosen].find((choice) => choice?.id === value)
  const options = kept && !found.some(({ id }) => id === value) ? [kept, ...found] : found
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
      value={value}
      // The chosen name fills the field; searching for it would hide every other record.
      onSearchChange={(text) => onTyped(text === shown || text === picked?.name ? '' : text)}
      onChange={(id) => {
        setPicked(options.find((option) => option.id === id) ?? null)
        onChange?.(id)
      }}
    />
  )
}
