import { Button, Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { DateField } from '#client/components/fields/date-field.tsx'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatDate } from '#shared/base/format.ts'
import type { PeriodAct, PeriodChange, PeriodsDto } from '#shared/money/ledger/closed-periods.ts'
import { periodLocksInput } from '#shared/money/ledger/schemas/closed-periods.ts'
import classes from '../finance.module.css'
import { Panel } from '../panel.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'
import { YearEnd } from './year-end.tsx'

/** The date up to which the books are closed, by whom, and the next year to close. */
export function Closing() {
  const periods = trpc.finance.periods.useQuery()
  const { viewing_as } = useUser()
  const write = useCan('period.close') && !viewing_as
  if (periods.data === undefined) return <QueryState query={periods} loading={<Skeleton h={320} />} />
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Panel title="Closed periods">
          <Text size="sm" c="dimmed">
            Nothing dated in a closed period can be entered, changed or deleted: an invoice is canceled by a
            credit note of today, an expense is reversed today.
          </Text>
          <LockDates key={periods.data.version} periods={periods.data} write={write} />
        </Panel>
        <YearEnd write={write} />
      </SimpleGrid>
      <History changes={periods.data.history} />
    </>
  )
}

function LockDates({ periods, write }: { periods: PeriodsDto; write: boolean }) {
  const [reopening, setReopening] = useState(false)
  const save = trpc.finance.setLocks.useMutation()
  const { soft_until, hard_until, version } = periods
  const form = useAppForm({
    schema: periodLocksInput,
    initialValues: { soft_until, hard_until, version },
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: 'Lock dates saved' })
    },
    fallback: 'Failed to save the lock dates',
  })
  const { fields } = form
  return (
    <AppForm form={form} className={classes.view}>
      <DateField
        label="Closed up to"
        description="Also for owners. Moving it back requires your password."
        disabled={!write}
        {...fields.getInputProps('hard_until')}
      />
      <DateField
        label="Confirm changes up to"
        description="While your bookkeeper works on a period: changes require confirmation."
        disabled={!write}
        {...fields.getInputProps('soft_until')}
      />
      {write && (
        <Group gap="xs">
          <SubmitButton>Save lock dates</SubmitButton>
          {hard_until !== null && (
            <Button variant="default" onClick={() => setReopening(true)}>
              Reopen
            </Button>
          )}
        </Group>
      )}
      {reopening && <ReopenDialog periods={periods} onClose={() => setReopening(false)} />}
    </AppForm>
  )
}

const ACTS: Record<PeriodAct, string> = {
  set: 'Lock dates set',
  reopened: 'Reopened',
  year_closed: 'Year closed',
}

function History({ changes }: { changes: readonly PeriodChange[] }) {
  if (changes.length === 0) return null
  return (
    <Panel title="History">
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>Change</th>
              <th>Closed up to</th>
              <th>Confirm up to</th>
              <th>By</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.version}>
                <td>
                  {ACTS[change.act]}
                  {change.reason !== null && <div className={classes.note}>{change.reason}</div>}
                </td>
                <td>{change.hard_until === null ? 'None' : formatDate(change.hard_until)}</td>
                <td>{change.soft_until === null ? 'None' : formatDate(change.soft_until)}</td>
                <td>
                  {change.set_by_name}
                  <div className={classes.note}>
                    <RelativeTime instant={change.set_at} />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
