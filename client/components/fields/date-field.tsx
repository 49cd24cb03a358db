import { ActionIcon, CloseButton, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isTouch } from '#client/lib/breakpoints.ts'
import { useWeekStart, useZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { numberOrder, parseTypedDate } from '#client/lib/time/typed-date.ts'
import { WEEK_STARTS_AT } from '#shared/base/dates.ts'
import { formatLongDate } from '#shared/base/format.ts'
import classes from './date-field.module.css'

const INVALID = 'Please enter a valid date'

/** Props shared by all calendars. */
export const CALENDAR = {
  // Red weekends would look like errors.
  weekendDays: [],
  highlightToday: true,
  ariaLabels: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
  },
}

interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  label: string
  /** YYYY-MM-DD, or null; an empty string counts as null. */
  value?: string | null
  onChange?: (value: string | null) => void
  clearable?: boolean
  /** Shows the value again when the field is left with other text: for filters, whose text no form refuses. */
  restores?: boolean
}

/** On touch devices the keyboard would cover the screen, so dates are only picked from the calendar. */
const TOUCH = isTouch()

const shownAs = (value: string | null | undefined): string => (value ? formatLongDate(value) : '')

/** A calendar date, shown as "March 5, 2026", typed as "5 mar", "fri" or "tomorrow", or picked from a calendar. */
export function DateField({
  value = null,
  onChange,
  clearable = true,
  restores = false,
  error,
  ...props
}: DateFieldProps) {
  const weekStart = useWeekStart()
  const now = today(useZone())
  /** The text being typed; null while the field shows its value. */
  const [typed, setTyped] = useState<string | null>(null)
  const [invalid, setInvalid] = useState(false)
  const [opened, setOpened] = useState(false)
  /** Whether focus is in the calendar: clicking the field only shows it, the calendar button also moves focus. */
  const [entered, setEntered] = useState(false)
  const [month, setMonth] = useState(value || now)
  const input = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value replaces what was typed
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(null)
  }, [value])
  const parse = (text: string) => parseTypedDate(text, { today: now, order: numberOrder() })
  const isCleared = typed?.trim() === '' && clearable
  const typedDate = typed === null ? value || null : parse(typed)
  const isUnreadable = typed !== null && typedDate === null && !isCleared
  const date = isUnreadable ? value || null : typedDate
  useEffect(() => {
    if (date) setMonth(date)
  }, [date])
  useEffect(() => input.current?.setCustomValidity(isUnreadable ? INVALID : ''), [isUnreadable])

  const take = (next: string | null) => {
    setTyped(null)
    if (next !== (value || null)) onChange?.(next)
  }
  /** A date is reported once it is complete, because its beginning may be another date. Other text stays as typed. */
  const finish = () => {
    if (isUnreadable) setInvalid(true)
    else if (typed !== null) take(date)
  }
  const type = (text: string) => {
    setTyped(text)
    setInvalid(false)
  }
  const open = (into: boolean) => {
    setEntered(into)
    setOpened(true)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (restores && isUnreadable) setTyped(null)
    else finish()
    const left = relatedTarget !== null && !calendar.current?.contains(relatedTarget as Node)
    if (left && !entered) setOpened(false)
  }
  const choose = (chosen: string | null) => {
    take(chosen)
    setOpened(false)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' && event.altKey) open(true)
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      const step = event.key === 'ArrowUp' ? -1 : 1
      if (!isUnreadable) type(shownAs(date ? dayjs(date).add(step, 'day').format('YYYY-MM-DD') : now))
    }
    if (event.key === 'Enter' || event.key === 'Escape') {
      // Ctrl+Enter submits the form in the same event.
      flushSync(finish)
      setOpened(false)
    }
  }

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      withRoles={false}
      trapFocus={entered}
      returnFocus={entered}
      middlewares={{ shift: { padding: 8 } }}
    >
      <Popover.Target>
        <TextInput
          placeholder="Select a date"
          autoComplete="off"
          {...props}
          ref={input}
          error={invalid && isUnreadable ? INVALID : error}
          value={typed ?? shownAs(value)}
          onChange={(event) => type(event.currentTarget.value)}
          inputMode={TOUCH ? 'none' : undefined}
          onClick={() => open(false)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          onInvalid={(event) => {
            event.preventDefault()
            setInvalid(true)
          }}
          data-unfinished={typed !== null || undefined}
          // Escape closes the calendar and reports the date first, then closes the surrounding dialog.
          data-mantine-stop-propagation={opened || (typed !== null && !isUnreadable) || undefined}
          leftSection={
            <ActionIcon
              size={28}
              aria-label="Open calendar"
              aria-expanded={opened}
              disabled={props.disabled}
              onClick={() => (opened ? setOpened(false) : open(true))}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          }
          rightSection={
            clearable && date && !props.disabled ? (
              <CloseButton size={24} aria-label="Clear date" onClick={() => choose(null)} />
            ) : undefined
          }
        />
      </Popover.Target>
      <Popover.Dropdown ref={calendar} role="dialog" aria-label="Calendar">
        <DatePicker
          firstDayOfWeek={WEEK_STARTS_AT[weekStart]}
          classNames={{ day: classes.day }}
          getDayProps={(date) => ({ 'data-today': date === now || undefined })}
          {...CALENDAR}
          date={month}
          onDateChange={setMonth}
          value={date}
          onChange={choose}
          __stopPropagation
        />
      </Popover.Dropdown>
    </Popover>
  )
}
