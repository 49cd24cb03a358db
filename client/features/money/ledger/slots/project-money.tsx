import { Stack } from '@mantine/core'
import { Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import type { ProjectSlotProps } from '../../../work/projects/detail/project-slots.ts'
import { Figure } from '../../../work/projects/overview/figure.tsx'
import classes from '../../../work/projects/project/projects.module.css'
import { InvoicesOf } from '../../invoices/invoice/invoices-of.tsx'
import { ProfitStatement } from '../profit/profit-statement.tsx'

/** The project's profit and invoices; for managers only. */
export function ProjectMoneySlot({ project }: ProjectSlotProps) {
  return (
    <Stack gap="lg">
      <Section title="Profit">
        <ProfitStatement of={{ project_id: project.id }} />
      </Section>
      <NotBilledYet project={project} />
      <Section title="Invoices">
        <InvoicesOf
          of={{ project_id: project.id }}
          label={`Invoices of ${project.name}`}
          message="Invoices for this project appear here."
        />
      </Section>
    </Stack>
  )
}

/** Recorded time and expenses that still have to be invoiced; hidden if there are none. */
function NotBilledYet({ project }: { project: ProjectDto }) {
  const { data: time } = trpc.timesheets.projectTime.useQuery({ project_id: project.id })
  const { data: unbilled } = trpc.finance.unbilledExpenses.useQuery({ project_id: project.id })
  if (time === undefined || unbilled === undefined) return null
  const expenses = unbilled.reduce((sum, { base_cost }) => sum + (base_cost ?? 0), 0)
  if (time.unbilled === 0 && expenses === 0) return null
  const money = (amount: number) => formatMoney(amount, time.currency)
  return (
    <Section title="Not billed yet">
      <div className={classes.figures}>
        {time.unbilled > 0 && (
          <Figure
            label="Hours"
            to="/work-log"
            search={{ tab: 'team', project: project.id, billable: 'yes' } as const}
          >
            {money(time.unbilled)}
          </Figure>
        )}
        {expenses > 0 && (
          <Figure label="Expenses" to="/accounts" search={{ project: project.id, period: 'all' }}>
            {money(expenses)}
          </Figure>
        )}
      </div>
    </Section>
  )
}
