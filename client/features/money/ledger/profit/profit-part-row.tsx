import { Collapse, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatHours } from '#shared/base/format.ts'
import { COST_PARTS, type ProfitPart, type ProfitRow } from '#shared/money/ledger/profit.ts'
import classes from './profit.module.css'

/** The record whose profit is shown. */
export type ProfitOf = { project_id: string } | { client_id: string }

const LABELS: Record<ProfitPart, string> = {
  invoices: 'Invoices',
  credit_notes: 'Credit notes',
  write_offs: 'Written off',
  other_income: 'Other income',
  hours: 'Hours worked',
  payouts: 'Payouts without hours, and non-deductible tax',
  expenses: 'Expenses',
}

/** Costs have a minus sign, so that the parts add up to the margin. */
const signOf = (part: ProfitPart): number => (COST_PARTS.some((cost) => cost === part) ? -1 : 1)

interface ProfitPartRowProps {
  part: ProfitPart
  amount: number
  currency: string
  note: string | null
  of: ProfitOf
}

/** One part of the revenue or cost, which opens the rows behind it. */
export function ProfitPartRow({ part, amount, currency, note, of }: ProfitPartRowProps) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  return (
    <li className={classes.part}>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        <span>
          {LABELS[part]}
          {note !== null && (
            <Text span size="sm" c="dimmed">
              {` · ${note}`}
            </Text>
          )}
        </span>
        <span className={classes.number}>{formatMoney(signOf(part) * amount, currency)}</span>
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        {opened && <PartRows part={part} of={of} />}
      </Collapse>
    </li>
  )
}

function PartRows({ part, of }: { part: ProfitPart; of: ProfitOf }) {
  const rows = trpc.finance.profitRows.useQuery({ ...of, part })
  if (rows.data === undefined) {
    return <QueryState query={rows} loading={<Skeleton h={48} data-coming />} />
  }
  const { currency, others } = rows.data
  const money = (amount: number) => formatMoney(signOf(part) * amount, currency)
  return (
    <ul className={classes.rows} aria-label={LABELS[part]}>
      {rows.data.rows.map((row) => (
        <li key={row.id} className={classes.row}>
          <span className={classes.label}>
            <RowName row={row} part={part} of={of} />
            {(row.date !== null || row.seconds !== null) && (
              <Text size="xs" c="dimmed">
                {row.date === null ? formatHours(row.seconds ?? 0) : formatDate(row.date)}
              </Text>
            )}
          </span>
          <span className={classes.number}>{money(row.amount)}</span>
        </li>
      ))}
      {others.count > 0 && (
        <li className={classes.row}>
          <span>{others.count} more</span>
          <span className={classes.number}>{money(others.amount)}</span>
        </li>
      )}
    </ul>
  )
}

/** Links to the invoice, the expense, or the hours of the project. */
function RowName({ row, part, of }: { row: ProfitRow; part: ProfitPart; of: ProfitOf }) {
  if (row.invoice_id !== null) {
    return (
      <Link to="/payments" search={{ tab: 'invoices', invoice: row.invoice_id }}>
        {row.label}
      </Link>
    )
  }
  if (row.expense_id !== null) {
    return (
      <Link to="/accounts" search={{ expense: row.expense_id }}>
        {row.label}
      </Link>
    )
  }
  if (part === 'hours' && 'project_id' in of) {
    return (
      <Link to="/work-log" search={{ tab: 'team', project: of.project_id }}>
        {row.label}
      </Link>
    )
  }
  return row.label
}
