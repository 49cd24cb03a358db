import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { StoppedWork } from '#client/components/records/stopped-work.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { RecurringInvoiceDto } from '#shared/money/invoices/invoices.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import { FREQUENCY_LABELS } from '../invoice/invoice-labels.ts'
import classes from './recurring.module.css'
import { RecurringMenu } from './recurring-menu.tsx'
import { ResumeDialog } from './resume-dialog.tsx'

/** Recurring invoices. */
export function RecurringList() {
  const [, setState] = usePaymentsSearch()
  const list = trpc.invoices.recurring.useInfiniteQuery({}, byCursor)
  if (list.data === undefined)
    return <QueryState query={list} loading={<Skeletons layout="rows" height={60} />} />
  const plans = list.data.pages.flatMap((page) => page.items)
  if (plans.length === 0) {
    return (
      <EmptyState
        drawing="money"
        title="No recurring invoices yet"
        message="Create invoices automatically for retainers and subscriptions."
        action={<Button onClick={() => setState({ new: true }, 'push')}>New recurring invoice</Button>}
      />
    )
  }
  return (
    <>
      <ul className={classes.list} aria-label="Recurring invoices">
        {plans.map((plan) => (
          <RecurringRow key={plan.id} plan={plan} />
        ))}
      </ul>
      <ShowMore query={list} mt="xs" />
    </>
  )
}

function RecurringRow({ plan }: { plan: RecurringInvoiceDto }) {
  const [, setState] = usePaymentsSearch()
  const pause = trpc.invoices.pauseRecurring.useMutation({
    onError: errorToast('Failed to change the recurring invoice'),
  })
  const [confirming, setConfirming] = useState(false)
  const toggle = (missed?: 'skip' | 'write') =>
    pause.mutate(
      { id: plan.id, paused: !plan.paused, missed },
      {
        onSuccess: () =>
          toast({
            title: plan.paused ? 'Recurring invoice resumed' : 'Recurring invoice paused',
            message: `“${plan.title}” for ${plan.clientName}.`,
          }),
      },
    )
  return (
    <li className={classes.row}>
      <div>
        <button type="button" className={classes.open} onClick={() => setState({ edit: plan.id }, 'push')}>
          {plan.title}
        </button>
        <Text size="sm" c="dimmed">
          {plan.clientName}
        </Text>
        <StoppedWork record={plan.id} />
      </div>
      <Text size="sm" c="dimmed">
        {FREQUENCY_LABELS[plan.frequency]}
        {!plan.finished && `, next on ${formatDate(plan.next_on)}`}
        {plan.occurrences_left !== null && plan.occurrences_left > 0 && `, ${plan.occurrences_left} left`}
        {plan.ends_on !== null && `, until ${formatDate(plan.ends_on)}`}
      </Text>
      <Text size="sm" ta="right">
        {formatCharged(plan.amount, plan.currency)}
      </Text>
      <RecurringStatus plan={plan} />
      <div className={classes.actions}>
        {!plan.finished && (
          <Button
            size="xs"
            variant="default"
            loading={pause.isPending}
            onClick={() => (plan.missed > 0 ? setConfirming(true) : toggle())}
          >
            {plan.paused ? 'Resume' : 'Pause'}
          </Button>
        )}
        <RecurringMenu plan={plan} />
        <ResumeDialog
          plan={plan}
          opened={confirming}
          onClose={() => setConfirming(false)}
          onChoose={(missed) => {
            setConfirming(false)
            toggle(missed)
          }}
        />
      </div>
    </li>
  )
}

function RecurringStatus({ plan }: { plan: RecurringInvoiceDto }) {
  if (plan.finished) return <StatusBadge status="done" label="Finished" tone="neutral" />
  return plan.paused ? (
    <StatusBadge status="paused" label="Paused" tone="attention" />
  ) : (
    <StatusBadge status="active" label="Active" />
  )
}
