import { Alert, Button, Stack, Text } from '@mantine/core'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { SubscriptionDto } from '#shared/money/plans/packages.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import classes from '../payments.module.css'

const CardForm = lazyLayer(() => import('../cards/card-form.tsx'), 'CardForm')

/** A failed renewal, which the owner can pay with another card. */
export function OverduePlan({ subscription }: { subscription: SubscriptionDto }) {
  const [state, setState] = usePaymentsSearch()
  const { overdue, currency, plan, other_payer } = subscription
  const payable = subscription.changeable && other_payer === null
  if (overdue === null) return null
  const amount = formatCharged(overdue.amount, currency)
  return (
    <>
      <Alert color="red" p="sm">
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            The renewal of {plan.name} for {amount} couldn’t be charged.
            {overdue.failure !== null && ` ${overdue.failure}`}
          </Text>
          {payable && !state.pay && (
            <Button size="xs" variant="default" onClick={() => setState({ pay: true })}>
              Pay with another card
            </Button>
          )}
        </Stack>
      </Alert>
      {payable && state.pay && <PayForm amount={amount} onDone={() => setState({ pay: false })} />}
    </>
  )
}

function PayForm({ amount, onDone }: { amount: string; onDone: () => void }) {
  const pay = trpc.packages.payOverdue.useMutation()
  const confirm = trpc.payments.confirm.useMutation()
  return (
    <section className={classes.box} aria-label="Pay with another card">
      <CardForm
        saved="required"
        summary={
          <>
            <Text fw={600}>Renewal, {amount}</Text>
            <Text size="sm" c="dimmed">
              Future renewals will use this card.
            </Text>
          </>
        }
        submitLabel={`Pay ${amount}`}
        onCancel={onDone}
        charge={({ method, request_id }) => pay.mutateAsync({ method, request_id })}
        confirm={(input) => confirm.mutateAsync(input)}
        onPaid={() => {
          toast({ title: 'Subscription Updated', message: 'The renewal has been paid.' })
          onDone()
        }}
        onDeclined={(message) => console.error(message)}
      />
    </section>
  )
}
