import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatHours } from '#shared/base/format.ts'
import type { ProjectBudgetDto } from '#shared/time/timesheets.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { useProjectRights } from '../project/use-project-rights.ts'
import { TimeBudgetDialog } from './time-budget-dialog.tsx'

/** How much of the time budget and of the project's price the recorded time has used. */
export function BudgetBurn({ project }: { project: ProjectDto }) {
  const { writeTime } = useProjectRights()
  const { data } = trpc.timesheets.projectTime.useQuery({ project_id: project.id })
  const [editing, setEditing] = useState(false)
  if (data === undefined) return null
  return (
    <Section
      title="Time and budget"
      action={
        writeTime && (
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            Edit time budget
          </Button>
        )
      }
    >
      <Stack gap="md">
        <BudgetUse time={data} />
        {project.total_price !== null && project.total_price > 0 && (
          <WorkWorth time={data} price={project.total_price} />
        )}
      </Stack>
      {editing && <TimeBudgetDialog time={data} onClose={() => setEditing(false)} />}
    </Section>
  )
}

const budgetLabel = ({ budget, used, currency }: ProjectBudgetDto): string => {
  if (budget === null) return 'No time budget set'
  if (budget.kind === 'money') {
    return `${formatMoney(used, currency)} of ${formatMoney(budget.amount, currency)} used`
  }
  return `${formatHours(used * 60)} of ${formatHours(budget.amount * 60)} used`
}

function BudgetUse({ time }: { time: ProjectBudgetDto }) {
  const { warning } = time
  if (time.budget === null) {
    return (
      <Text c="dimmed">
        {budgetLabel(time)} · {formatHours(time.total_seconds)} recorded
      </Text>
    )
  }
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text size="sm">{budgetLabel(time)}</Text>
        <Text size="sm">{time.used_percent}%</Text>
      </Group>
      <Progress
        value={Math.min(time.used_percent, 100)}
        color={warning === 'none' ? undefined : warning === 'near' ? 'yellow' : 'red'}
        aria-label="Time budget used"
      />
      {warning !== 'none' && (
        <Alert color={warning === 'over' ? 'red' : 'yellow'} p="xs">
          {warning === 'over' ? 'The budget has been used up.' : 'The budget is almost used up.'}
        </Alert>
      )}
    </Stack>
  )
}

/** The value of the billable time, billed or not, compared with the price. */
function WorkWorth({ time, price }: { time: ProjectBudgetDto; price: number }) {
  const percent = Math.round((time.value / price) * 100)
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text size="sm">
          Value of work {formatMoney(time.value, time.currency)} of {formatMoney(price, time.currency)}
        </Text>
        <Text size="sm">{percent}%</Text>
      </Group>
      <Progress
        value={Math.min(percent, 100)}
        color={percent > 100 ? 'red' : undefined}
        aria-label="Billable work against the price"
      />
    </Stack>
  )
}
