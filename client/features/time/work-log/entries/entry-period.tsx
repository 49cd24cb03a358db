import { useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { FilterSelect } from '#client/components/lists/filter-bar.tsx'
import { useWeekStart, useZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { type DateRange, type EntryPeriod, entryPeriods, NO_PERIOD, PERIOD_OPTIONS } from './entry-periods.ts'

const DateField = lazyLayer(() => import('#client/components/fields/date-field.tsx'), 'DateField')

interface EntryPeriodFilterProps {
  value: DateRange
  onChange: (value: DateRange) => void
}

/** A predefined period or a custom date range. */
export function EntryPeriodFilter({ value, onChange }: EntryPeriodFilterProps) {
  const { from, to } = value
  const periods = entryPeriods(today(useZone()), useWeekStart())
  const usual = PERIOD_OPTIONS.find(
    ({ value: name }) => name !== 'custom' && periods[name].from === from && periods[name].to === to,
  )
  const [choosing, setChoosing] = useState(false)
  const custom = choosing || (usual === undefined && (from !== null || to !== null))
  const choose = (name: EntryPeriod | null) => {
    setChoosing(name === 'custom')
    if (name !== 'custom') onChange(name === null ? NO_PERIOD : periods[name])
  }
  return (
    <>
      <FilterSelect
        label="Period"
        all="Any day"
        options={PERIOD_OPTIONS}
        value={custom ? 'custom' : (usual?.value ?? null)}
        onChange={choose}
      />
      {custom && (
        <>
          <DateField
            label=""
            restores
            aria-label="From"
            value={from}
            onChange={(day) => onChange({ from: day, to })}
          />
          <DateField
            label=""
            restores
            aria-label="To"
            value={to}
            onChange={(day) => onChange({ from, to: day })}
          />
        </>
      )}
    </>
  )
}
