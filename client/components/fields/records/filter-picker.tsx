import classes from '../../lists/filter-bar.module.css'
import { type Choice, RecordPicker } from './record-picker.tsx'

interface FilterPickerProps {
  label: string
  /** The record type, for example "project". */
  kind: string
  /** The first option, which applies no filter, for example "Everyone". */
  all: string
  found: readonly Choice[]
  /** The selected record, shown by name even if it isn't in the search results. */
  chosen: Choice | undefined
  value: string | null
  onTyped: (text: string) => void
  onChange: (value: string | null) => void
}

const ALL = 'all'

/** The selected one of the first records; a later one has no name here. */
export const chosenIn = (first: readonly Choice[], value: string | null): Choice | undefined =>
  value === null ? undefined : (first.find(({ id }) => id === value) ?? { id: value, name: 'One person' })

/** A filter for one or all of any number of records, which the server searches. */
export function FilterPicker({ label, all, found, value, onChange, ...props }: FilterPickerProps) {
  return (
    <RecordPicker
      className={classes.select}
      aria-label={label}
      found={[{ id: ALL, name: all }, ...found]}
      value={value ?? ALL}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(id) => onChange(id === ALL ? null : id)}
      {...props}
    />
  )
}
