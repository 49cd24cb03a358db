import { Group, Progress, Text } from '@mantine/core'

interface PlanUsageProps {
  label: string
  used: number
  limit: number | null
  /** Red means that the limit is reached. */
  enforced: boolean
  format?: (amount: number) => string
}

/** How much of a plan's limit is used. */
export function PlanUsage({ label, used, limit, enforced, format = String }: PlanUsageProps) {
  const percent = limit === null ? 0 : Math.min(100, (100 * used) / limit)
  return (
    <div>
      <Group justify="space-between" gap="0 8px">
        <Text size="sm">{label}</Text>
        <Text size="sm" c="dimmed">
          {limit === null ? `${format(used)}, unlimited` : `${format(used)} of ${format(limit)}`}
        </Text>
      </Group>
      {limit !== null && (
        <Progress
          value={percent}
          color={percent < 100 ? undefined : enforced ? 'red' : 'gray'}
          mt={4}
          aria-label={`${label} used`}
        />
      )}
    </div>
  )
}
