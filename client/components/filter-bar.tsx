import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './filter-bar.module.css'

const TYPING_PAUSE_MS = 250

/** Search, filters and view switch above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <search>
      <Group className={classes.bar} gap="xs">
        {children}
      </Group>
    </search>
  )
}

interface SearchFieldProps {
  /** The accessible name, also shown as the placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** Synced with the URL; updates it after a pause in typing. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const announce = useDebouncedCallback(onChange, TYPING_PAUSE_MS)
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        announce(event.currentTarget.value)
      }}
    />
  )
}

interface FilterSelectProps<Value extends string> {
  label: string
  /** The first option, which applies no filter, for example "All Status". */
  all: string
  options: readonly { value: Value; label: string }[]
  value: Value | null
  onChange: (value: Value | null) => void
  searchable?: boolean
}

const ALL = 'all'

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  return (
    <Select
      className={classes.select}
      aria-label={props.label}
      searchable={props.searchable ?? false}
      data={[{ value: ALL, label: props.all }, ...props.options]}
      value={props.value ?? ALL}
      onChange={(value) => props.onChange(value === ALL ? null : (value as Value))}
    />
  )
}
