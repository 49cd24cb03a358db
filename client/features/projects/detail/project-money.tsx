import { Stack } from '@mantine/core'
import { DataList, Skeletons } from '#client/components/data-list.tsx'
import { Section } from '#client/components/detail-parts.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { formatMoney } from '#shared/money.ts'
import type { ProjectDto } from '#shared/projects.ts'
import { InvoiceLine } from '../../invoices/invoice/invoice-line.tsx'
import classes from '../project/projects.module.css'
import { Figure } from './figure.tsx'

const ROW_HEIGHT = 64

/** What the project earns and costs, and its invoices; for managers only. */
export function ProjectMoney({ project }: { project: ProjectDto }) {
  const list = trpc.invoices.list.useInfiniteQuery({ project_id: project.id }, byCursor)
  return (
    <Stack gap="lg">
      <Section title="Recorded time">
        <MoneyTotals project={project} />
      </Section>
      <Section title="Invoices">
        <DataList
          query={list}
          label={`Invoices of ${project.name}`}
          layout="rows"
          itemKey={(invoice) => invoice.id}
          itemHeight={ROW_HEIGHT}
          renderItem={(invoice) => <InvoiceLine invoice={invoice} />}
          filtered={false}
          noMatchTitle="No invoices found"
          onClearFilters={() => {}}
          empty={
            <EmptyState
              drawing="money"
              title="No invoices yet"
              message="Invoices for this project appear here."
            />
          }
        />
      </Section>
    </Stack>
  )
}

function MoneyTotals({ project }: { project: ProjectDto }) {
  const time = trpc.timesheets.projectTime.useQuery({ project_id: project.id })
  const unbilled = trpc.finance.unbilledExpenses.useQuery({ project_id: project.id })
  const expenses = (unbilled.data ?? []).reduce((sum, { base_cost }) => sum + (base_cost ?? 0), 0)
  if (time.data === undefined) {
    return <Unanswered query={time} loading={<Skeletons layout="rows" height={ROW_HEIGHT} />} />
  }
  const { billed, unbilled: open, cost, margin, currency } = time.data
  const entries = { tab: 'team', project: project.id } as const
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <div className={classes.figures}>
      <Figure label="Billed" to="/invoices">
        {money(billed)}
      </Figure>
      <Figure label="Not yet billed" to="/work-log" search={{ ...entries, billable: 'yes' }}>
        {money(open)}
      </Figure>
      {expenses > 0 && (
        <Figure label="Unbilled expenses" to="/accounts" search={{ project: project.id, period: 'all' }}>
          {money(expenses)}
        </Figure>
      )}
      <Figure label="Cost" to="/work-log" search={entries}>
        {money(cost)}
      </Figure>
      <Figure label="Margin" to="/accounts">
        {money(margin)}
      </Figure>
    </div>
  )
}
