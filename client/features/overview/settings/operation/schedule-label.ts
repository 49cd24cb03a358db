const padded = (number: string) => number.padStart(2, '0')

/** A readable cron pattern; unsupported patterns are returned unchanged. */
export function scheduleLabel(pattern: string): string {
  const [minute = '', hour = '', ...days] = pattern.split(' ')
  if (days.join(' ') === '1 * *' && /^\d+$/.test(minute) && /^\d+$/.test(hour)) {
    return `On the first of the month at ${padded(hour)}:${padded(minute)} UTC`
  }
  if (days.join(' ') !== '* * *') return pattern
  const everyMinutes = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (hour === '*' && minute === '*') return 'Every minute'
  if (hour === '*' && everyMinutes !== undefined) return `Every ${everyMinutes} minutes`
  if (!/^\d+$/.test(minute)) return pattern
  if (hour === '*') return `Every hour at :${padded(minute)}`
  return /^\d+$/.test(hour) ? `Every day at ${padded(hour)}:${padded(minute)} UTC` : pattern
}
