import { Button, Card, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatHours } from '#shared/base/format.ts'
import type { UnsubmittedWeek } from '#shared/time/timesheets.ts'
import classes from '../work-log.module.css'

const FIRST = 3
const MORE = 20

/** Contributors' past weeks that were never submitted, for example of those who have left. */
export function UnsubmittedWeeks() {
  const [limit, setLimit] = useState(FIRST)
  const { data = [] } = trpc.timesheets.unsubmitted.useQuery()
  if (data.length === 0) return null
  return (
    <Card mb="md" padding={0}>
      <div className={classes.unsubmitted}>
        <Title order={2} size="h5">
          Not submitted
        </Title>
        <Text size="sm" c="dimmed">
          Time in these weeks can’t be approved, billed, or paid yet. You can submit a week for a contributor,
          for example if they have left.
        </Text>
      </div>
      {data.slice(0, limit).map((week) => (
        <UnsubmittedRow key={`${week.user_id} ${week.week_start}`} week={week} />
      ))}
      {data.length > limit && (
        <Button variant="subtle" m="xs" onClick={() => setLimit(limit + MORE)}>
          Show more
        </Button>
      )}
    </Card>
  )
}

function UnsubmittedRow({ week }: { week: UnsubmittedWeek }) {
  const submit = trpc.timesheets.submitFor.useMutation({
    onSuccess: ({ user_name }) => toast({ title: 'Week submitted', message: user_name }),
    onError: errorToast('Failed to submit the week'),
  })
  return (
    <div className={classes.entry}>
      <span className={classes.what}>
        <Text span fw={500} truncate display="block">
          {week.user_name}
        </Text>
        <Text span size="sm" c="dimmed" truncate display="block">
          Week of {formatDate(week.week_start)}
          {week.rejected && ' · Rejected'}
        </Text>
      </span>
      <Text span fw={500} className={classes.amount}>
        {formatHours(week.seconds)}
      </Text>
      <Button
        variant="default"
        size="compact-md"
        loading={submit.isPending}
        onClick={() => submit.mutate({ user_id: week.user_id, date: week.week_start })}
      >
        Submit
      </Button>
    </div>
  )
}
