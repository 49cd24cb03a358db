import { Group, Skeleton, Text, Title } from '@mantine/core'
import { ErrorState } from '#client/components/error-state.tsx'
import { formatInstantDate } from '#client/lib/dates.ts'
import { useZone } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { formatCharged } from '#shared/money.ts'
import type { PlanChangePreview, PlanDto } from '#shared/packages.ts'
import { CardForm } from './card-form.tsx'
import classes from './payments.module.css'
import { priceOf } from './plan-words.ts'

/** What the change costs now, and the card that pays for it. */
export function SubscribeForm({ plan, onDone }: { plan: PlanDto; onDone: () => void }) {
  const preview = trpc.packages.preview.useQuery({ plan_id: plan.id })
  const subscribe = trpc.packages.subscribe.useMutation()
  const confirm = trpc.payments.confirm.useMutation()
  return (
    <section className={classes.box} aria-labelledby="subscribe-title">
      <Title order={2} id="subscribe-title">
        Subscribe to {plan.name}
      </Title>
      {preview.isError ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data === undefined ? (
        <Skeleton h={200} />
      ) : (
        <CardForm
          saved="none"
          summary={<Cost preview={preview.data} />}
          submitLabel={
            preview.data.due_now === 0
              ? 'Change plan'
              : `Pay ${formatCharged(preview.data.due_now, preview.data.currency)}`
          }
          onCancel={onDone}
          charge={(order) => subscribe.mutateAsync({ plan_id: plan.id, ...order })}
          confirm={(input) => confirm.mutateAsync(input)}
          onPaid={() => {
            toast({ title: 'Subscription Updated', message: `Your agency is on the ${plan.name} plan now.` })
            onDone()
          }}
          onDeclined={(message) => console.error(message)}
        />
      )}
    </section>
  )
}

function Cost({ preview }: { preview: PlanChangePreview }) {
  const zone = useZone()
  const { plan, currency } = preview
  return (
    <>
      <Text fw={600}>
        {plan.name}, {priceOf(plan)}
      </Text>
      {preview.credit > 0 && (
        <Text size="sm">
          Credit for the rest of the paid period: {formatCharged(preview.credit, currency)}
        </Text>
      )}
      <Group gap={4}>
        <Text size="sm">Due now: {formatCharged(preview.due_now, currency)}</Text>
      </Group>
      <Text size="sm" c="dimmed">
        Then {formatCharged(preview.next_charge, currency)} on{' '}
        {formatInstantDate(preview.next_charge_at, zone)}
      </Text>
    </>
  )
}
