import { Text } from '@mantine/core'
import { useZone } from '#client/lib/session/session.ts'
import { formatCardDate, today } from '#client/lib/time/dates.ts'

interface DueDateProps {
  date: string | null
  /** Nothing is late any more. */
  done?: boolean
  /** Omits "Due", because a heading already says so. */
  headed?: boolean
}

/** "Due Mar 5"; "Overdue Mar 5" in red once the date has passed. */
export function DueDate({ date, done = false, headed = false }: DueDateProps) {
  const zone = useZone()
  if (date === null) return null
  const late = !done && date < today(zone)
  return (
    <Text size="sm" c={late ? 'var(--mantine-color-error)' : 'dimmed'} span>
      {late ? 'Overdue ' : headed ? '' : 'Due '}
      {formatCardDate(date)}
    </Text>
  )
}
