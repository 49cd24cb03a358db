import { Skeleton, Text, Title } from '@mantine/core'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { BillLine, PlanChangePreview, PlanDto } from '#shared/money/plans/packages.ts'
import classes from '../payments.module.css'
import { priceOf } from './price-labels.ts'
import { usePlanOrder } from './use-plan-order.ts'

const CardForm = lazyLayer(() => import('../cards/card-form.tsx'), 'CardForm')

/** The cost of the change and the card form. */
export function SubscribeForm({ plan, onDone }: { plan: PlanDto; onDone: () => void }) {
  const preview = trpc.packages.preview.useQuery({ plan_id: plan.id })
  return (
    <section className={classes.box} aria-labelledby="subscribe-title">
      <Title order={2} id="subscribe-title">
        Subscribe to {plan.name}
      </Title>
      {preview.data !== undefined ? (
        <OrderForm preview={preview.data} onStale={() => void preview.refetch()} onDone={onDone} />
      ) : (
        <QueryState query={preview} loading={<Skeleton h={200} />} />
      )}
    </section>
  )
}

interface OrderFormProps {
  preview: PlanChangePreview
  onStale: () => void
  onDone: () => void
}

function OrderForm({ preview, onStale, onDone }: OrderFormProps) {
  const { plan, due_now, currency } = preview
  const { charge, confirm } = usePlanOrder(preview, onStale)
  return (
    <CardForm
      saved="required"
      summary={<Cost preview={preview} />}
      submitLabel={due_now === 0 ? 'Change plan' : `Pay ${formatCharged(due_now, currency)}`}
      onCancel={onDone}
      charge={charge}
      confirm={confirm}
      onPaid={() => {
        toast({ title: 'Subscription Updated', message: `Your agency is now on the ${plan.name} plan.` })
        onDone()
      }}
      onDeclined={(message) => console.error(message)}
    />
  )
}

function Cost({ preview }: { preview: PlanChangePreview }) {
  const zone = useZone()
  const { plan, currency, balance } = preview
  return (
    <>
      <Text fw={600}>
        {plan.name}, {priceOf(plan)}
      </Text>
      {preview.from !== null && (
        <dl className={classes.bill}>
          {preview.lines.map((line) => (
            <div key={line.kind}>
              <dt>{lineLabel(line, preview)}</dt>
              <dd>{signed(line.amount, currency)}</dd>
            </div>
          ))}
          {balance > 0 && (
            <div>
              <dt>Credit for future payments</dt>
              <dd>{formatCharged(balance, currency)}</dd>
            </div>
          )}
        </dl>
      )}
      <Text size="sm">Due now: {formatCharged(preview.due_now, currency)}</Text>
      <Text size="sm" c="dimmed">
        Then {formatCharged(preview.next_charge, currency)} on{' '}
        {formatInstantDate(preview.next_charge_at, zone)}
      </Text>
    </>
  )
}

function lineLabel({ kind }: BillLine, { from, plan }: PlanChangePreview): string {
  if (kind === 'unused') return `Credit for the rest of the paid period on ${from}`
  return kind === 'remaining' ? `Rest of the period on ${plan.name}` : `First period on ${plan.name}`
}

const signed = (amount: number, currency: string): string =>
  amount < 0 ? `−${formatCharged(-amount, currency)}` : formatCharged(amount, currency)
