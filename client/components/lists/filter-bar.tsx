import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePhone } from '#client/lib/breakpoints.ts'
import { MAX_SEARCH_LENGTH, tooLong } from '#shared/base/text/length.ts'
import classes from './filter-bar.module.css'

const TYPING_PAUSE_MS = 250
/** In characters, beside the filter button. */
const ROOM_ON_PHONES = 16

interface FilterBarProps {
  /**
   * The search field that phones show beside the button for the other filters; if omitted, all filters are
   * shown.
   */
  search?: ReactNode
  /** Number of active filters. */
  used?: number
  /** Shows the active filters while the filter fields are hidden. */
  chips?: ReactNode
  children: ReactNode
}

/** Search, filters and view switch above a list. */
export function FilterBar({ search, used = 0, chips, children }: FilterBarProps) {
  const [shown, setShown] = useState(false)
  const compact = usePhone() && search !== undefined
  return (
    <search>
      <Group className={classes.bar} gap="xs">
        {compact ? (
          <div className={classes.compact}>
            {search}
            <Button
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
              aria-expanded={shown}
              onClick={() => setShown(!shown)}
            >
              {used === 0 ? 'Filters' : `Filters (${used})`}
            </Button>
          </div>
        ) : (
          search
        )}
        {!compact || shown ? children : chips}
      </Group>
    </search>
  )
}

interface SearchFieldProps {
  /** The accessible name, also used as the placeholder if there is room. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** Synced with the URL, which is updated after a pause in typing. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  /** Announced values that the URL doesn't have yet; more may have been typed once it has them. */
  const announced = useRef<string[]>([])
  const announce = useDebouncedCallback((typed: string) => {
    announced.current.push(typed)
    onChange(typed)
  }, TYPING_PAUSE_MS)
  useEffect(() => {
    const own = announced.current.lastIndexOf(value)
    announced.current = own < 0 ? [] : announced.current.slice(own + 1)
    if (own < 0) setText(value)
  }, [value])
  // A long label would be truncated beside the filter button on phones.
  const placeholder = usePhone() && label.length > ROOM_ON_PHONES ? 'Search' : label
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      error={tooLong(text, MAX_SEARCH_LENGTH)}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        if (tooLong(typed, MAX_SEARCH_LENGTH) === null) announce(typed)
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
}

const ALL = 'all'

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  return (
    <Select
      className={classes.select}
      aria-label={props.label}
      data={[{ value: ALL, label: props.all }, ...props.options]}
      value={props.value ?? ALL}
      onChange={(value) => props.onChange(value === ALL ? null : (value as Value))}
    />
  )
}
