import { Button, Checkbox, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatDate } from '#shared/base/format.ts'
import {
  MUST_BE_SETTLED,
  YEAR_END_WORDS,
  type YearEndCheck,
  type YearEndDto,
  type YearTotals,
} from '#shared/money/ledger/closed-periods.ts'
import classes from '../finance.module.css'
import { Panel } from '../panel.tsx'

/** The next fiscal year to close: its totals and open items. */
export function YearEnd({ write }: { write: boolean }) {
  const end = trpc.finance.yearEnd.useQuery()
  if (end.data === undefined) {
    return (
      <Panel title="Close the year">
        <QueryState query={end} loading={<Skeleton h={200} />} />
      </Panel>
    )
  }
  const { year, totals } = end.data
  if (year === null || totals === null) {
    return (
      <Panel title="Close the year">
        <Text size="sm" c="dimmed">
          No fiscal year has ended since the books were closed. Its first month is set in Export, under
          Account numbers.
        </Text>
      </Panel>
    )
  }
  return <OpenYear key={year.to} end={end.data} year={year} totals={totals} write={write} />
}

interface OpenYearProps {
  end: YearEndDto
  year: NonNullable<YearEndDto['year']>
  totals: YearTotals
  write: boolean
}

function OpenYear({ end, year, totals, write }: OpenYearProps) {
  const [accepted, setAccepted] = useState<YearEndCheck[]>([])
  const [confirming, setConfirming] = useState(false)
  const close = trpc.finance.closeYear.useMutation({ onError: errorToast('Failed to close the year') })
  const name = `${formatDate(year.from)} to ${formatDate(year.to)}`
  const open = end.checks.filter(({ count }) => count > 0)
  const ready = open.every(({ check }) => !MUST_BE_SETTLED.includes(check) && accepted.includes(check))
  const accept = (check: YearEndCheck, checked: boolean) =>
    setAccepted((known) => (checked ? [...known, check] : known.filter((other) => other !== check)))
  return (
    <Panel title="Close the year">
      <Text size="sm">{name}</Text>
      <Totals totals={totals} />
      {open.length === 0 && <Text size="sm">Nothing is open: no drafts, missing rates or differences.</Text>}
      {open.map(({ check, count }) => {
        const { label, about } = YEAR_END_WORDS[check]
        return (
          <Checkbox
            key={check}
            label={`${label}: ${count}`}
            description={about}
            disabled={!write || MUST_BE_SETTLED.includes(check)}
            checked={accepted.includes(check)}
            onChange={(event) => accept(check, event.currentTarget.checked)}
          />
        )
      })}
      {write && (
        <Button w="fit-content" disabled={!ready} onClick={() => setConfirming(true)}>
          Close the year
        </Button>
      )}
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Close the year"
        message={`${name} will be closed. Only an owner can reopen it, with their password.`}
        confirmLabel="Close the year"
        onConfirm={async () => {
          await close.mutateAsync({ to: year.to, accepted, version: end.version })
          toast({ title: 'Year closed', message: `The books are closed up to ${formatDate(year.to)}.` })
        }}
      />
    </Panel>
  )
}

function Totals({ totals: { currency, ...totals } }: { totals: YearTotals }) {
  const rows = [
    ['Revenue', totals.revenue],
    ['Expenses', totals.expenses],
    ['Profit', totals.profit],
    ['Tax collected, by issue date', totals.tax_collected],
    ['Input tax', totals.input_tax],
  ] as const
  return (
    <table className={classes.table}>
      <tbody>
        {rows.map(([label, amount]) => (
          <tr key={label}>
            <td>{label}</td>
            <td className={classes.number}>{formatMoney(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
