import { Button, Group, Text } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatHours } from '#shared/base/format.ts'
import type { Unbilled } from '#shared/time/timesheets.ts'

/**
 * Time of the client that can't be billed yet: submitted weeks, which can be approved here, and unsubmitted
 * time.
 */
export function PendingTime({ unbilled: { awaiting, unsubmitted_seconds } }: { unbilled: Unbilled }) {
  const utils = trpc.useUtils()
  const review = trpc.timesheets.review.useMutation()
  const approve = async () => {
    try {
      for (const { id, version } of awaiting) {
        await review.mutateAsync({ id, version, decision: 'approved' })
      }
      toast({ title: awaiting.length === 1 ? 'Week approved' : `${awaiting.length} weeks approved` })
    } catch (error) {
      errorToast('Failed to approve the time')(error)
      // Someone else may have decided in the meantime.
      await utils.timesheets.invalidate()
    }
  }
  const seconds = awaiting.reduce((sum, week) => sum + week.seconds, 0)
  const verb = seconds === 3600 ? 'awaits' : 'await'
  return (
    <>
      {awaiting.length > 0 && (
        <Group justify="space-between" gap="xs">
          <div>
            <Text size="sm" fw={500}>
              {formatHours(seconds)} {verb} approval
            </Text>
            {awaiting.map((week) => (
              <Text key={week.id} size="sm" c="dimmed">
                {week.user_name}, week of {formatDate(week.week_start)}: {formatHours(week.seconds)}
              </Text>
            ))}
          </div>
          <Button
            variant="default"
            size="compact-md"
            loading={review.isPending}
            onClick={() => void approve()}
          >
            Approve now
          </Button>
        </Group>
      )}
      {unsubmitted_seconds > 0 && (
        <Text size="sm" c="dimmed">
          {formatHours(unsubmitted_seconds)} not submitted yet
        </Text>
      )}
    </>
  )
}
