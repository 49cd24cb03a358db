import { Button, type ButtonProps, Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { type ReactNode, useState } from 'react'
import { CALENDAR } from '#client/components/fields/date-field.tsx'
import { useWeekStart } from '#client/lib/session/session.ts'
import { WEEK_STARTS_AT } from '#shared/base/dates.ts'

interface DateChoiceProps extends ButtonProps {
  label: ReactNode
  /** The button that chooses no date; omitted if there is nothing to remove. */
  none?: string
  onChoose: (date: string | null) => void
}

/** Picker only: typing would apply every intermediate date. */
export function DateChoice({ label, none, onChoose, ...props }: DateChoiceProps) {
  const [opened, setOpened] = useState(false)
  const weekStart = useWeekStart()
  const choose = (date: string | null) => {
    setOpened(false)
    onChoose(date)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>
        <Button size="sm" variant="default" {...props} onClick={() => setOpened(true)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Calendar">
        <DatePicker {...CALENDAR} firstDayOfWeek={WEEK_STARTS_AT[weekStart]} onChange={choose} />
        {none !== undefined && (
          <Button fullWidth mt="xs" size="xs" variant="default" onClick={() => choose(null)}>
            {none}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
