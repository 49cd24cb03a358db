import { Alert, Button, Group, Progress, Stack, Switch, Text } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import { type ComponentProps, useState } from 'react'
import { useOptimistic } from '#client/lib/optimistic.ts'
import { trpc } from '#client/lib/trpc.ts'
import { formatMoney } from '#shared/money.ts'
import type { ProjectDto } from '#shared/projects.ts'
import type { ProjectBudgetDto } from '#shared/timesheets.ts'
import { formatHours } from '#shared/work-log.ts'
import classes from '../project/projects.module.css'
import { useProjectRights } from '../project/use-project-rights.ts'
import { TimeBudgetDialog } from './time-budget-dialog.tsx'

/** Recorded hours, their value and whether the client sees them; for managers only. */
export function ProjectTime({ project }: { project: ProjectDto }) {
  const { writeTime } = useProjectRights()
  const { data } = trpc.timesheets.projectTime.useQuery({ project_id: project.id })
  const unbilled = trpc.finance.unbilledExpenses.useQuery({ project_id: project.id })
  const expenses = (unbilled.data ?? []).reduce((sum, { base_cost }) => sum + (base_cost ?? 0), 0)
  const [editing, setEditing] = useState(false)
  if (data === undefined) return null
  const entries = { tab: 'team', project: project.id } as const
  const billable = { ...entries, billable: 'yes' } as const
  const money = (amount: number) => formatMoney(amount, data.currency)
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <h3 className={classes.sectionTitle}>Time and budget</h3>
        {writeTime && (
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            Edit time budget
          </Button>
        )}
      </Group>
      <Stack gap="sm">
        <BudgetUse time={data} />
        <div className={classes.figures}>
          <Figure label="Recorded" to="/work-log" search={entries}>
            {formatHours(data.total_seconds)}
          </Figure>
          <Figure label="Billable" to="/work-log" search={billable}>
            {formatHours(data.billable_seconds)}
          </Figure>
          <Figure label="Billed" to="/invoices">
            {money(data.billed)}
          </Figure>
          <Figure label="Not yet billed" to="/work-log" search={billable}>
            {money(data.unbilled)}
          </Figure>
          {expenses > 0 && (
            <Figure label="Unbilled expenses" to="/accounts" search={{ project: project.id, period: 'all' }}>
              {money(expenses)}
            </Figure>
          )}
          <Figure label="Cost" to="/work-log" search={entries}>
            {money(data.cost)}
          </Figure>
          <Figure label="Margin" to="/accounts">
            {money(data.margin)}
          </Figure>
        </div>
        <ShareHours project={project} time={data} readOnly={!writeTime} />
      </Stack>
      {editing && <TimeBudgetDialog time={data} onClose={() => setEditing(false)} />}
    </section>
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
  if (time.budget === null) return <Text c="dimmed">{budgetLabel(time)}</Text>
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

interface FigureProps extends ComponentProps<'a'> {
  label: string
}

/** A total, linked to its list. */
const Figure = createLink(({ label, children, ...anchor }: FigureProps) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <a {...anchor} className={classes.figure}>
      {children}
    </a>
  </div>
))

interface ShareHoursProps {
  project: ProjectDto
  time: ProjectBudgetDto
  readOnly: boolean
}

function ShareHours({ project, time, readOnly }: ShareHoursProps) {
  const save = trpc.timesheets.saveProjectTime.useMutation(
    useOptimistic<ProjectBudgetDto, { share_hours: boolean }>(
      getQueryKey(trpc.timesheets.projectTime, { project_id: project.id }, 'query'),
      (data, { share_hours }) => ({ ...data, share_hours }),
      'Failed to update hour sharing',
    ),
  )
  return (
    <Switch
      label="Share hours with the client"
      description="The client can see this project's recorded hours in their work log."
      checked={time.share_hours}
      disabled={readOnly}
      onChange={(event) =>
        save.mutate({
          project_id: project.id,
          share_hours: event.currentTarget.checked,
          billing_rate: time.billing_rate,
          budget: time.budget,
        })
      }
    />
  )
}
