import { Button, Group, Progress, SimpleGrid, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { StatusBadge, type Tone } from '#client/components/status-badge.tsx'
import { formatInstantDate } from '#client/lib/dates.ts'
import { useZone } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { SubscriptionDto, SubscriptionStatus } from '#shared/packages.ts'
import { formatSize } from '../../files/upload.ts'
import classes from '../payments.module.css'
import { OverduePlan } from './overdue-plan.tsx'
import { perInterval } from './price-labels.ts'

const CancelPlanDialog = lazyLayer(() => import('./cancel-plan-dialog.tsx'), 'CancelPlanDialog')

const STATUS: Record<SubscriptionStatus, { label: string; tone: Tone }> = {
  trialing: { label: 'Trial', tone: 'attention' },
  active: { label: 'Active', tone: 'good' },
  past_due: { label: 'Payment overdue', tone: 'bad' },
  canceled: { label: 'Cancelled', tone: 'neutral' },
}

/** The agency's plan, usage and payments, with cancellation for its owner. */
export function CurrentPlan({ subscription }: { subscription: SubscriptionDto }) {
  const { plan, usage } = subscription
  const paying = subscription.price > 0
  const status = STATUS[subscription.status]
  return (
    <>
      <OverduePlan subscription={subscription} />
      <section className={classes.box} aria-labelledby="current-plan">
        <Group justify="space-between" gap="sm">
          <Group gap="xs">
            <Title order={2} id="current-plan">
              {plan.name}
            </Title>
            <StatusBadge status={subscription.status} {...status} />
          </Group>
          {subscription.changeable && paying && <CancelPlan subscription={subscription} />}
        </Group>
        {usage !== null && <Billing subscription={subscription} usage={usage} />}
      </section>
    </>
  )
}

interface BillingProps {
  subscription: SubscriptionDto
  usage: NonNullable<SubscriptionDto['usage']>
}

function Billing({ subscription, usage }: BillingProps) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {subscription.price > 0
          ? perInterval(subscription.price, subscription.currency, subscription.interval)
          : 'No charge.'}
        <NextCharge subscription={subscription} />
        <TrialEnd subscription={subscription} />
        {subscription.card !== null && ` Card ending in ${subscription.card.last4}.`}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <Usage label="Members" {...usage.members} />
        <Usage label="Projects" {...usage.projects} />
        <Usage label="Storage" {...usage.storage} format={formatSize} />
      </SimpleGrid>
      {!usage.limits_enforced && (
        <Text size="xs" c="dimmed">
          Limits are shown for reference and aren’t enforced on this installation.
        </Text>
      )}
    </>
  )
}

function NextCharge({ subscription }: { subscription: SubscriptionDto }) {
  const zone = useZone()
  if (subscription.period_end === null || subscription.price === 0) return null
  const date = formatInstantDate(subscription.period_end, zone)
  return subscription.cancel_at_period_end ? `, ends on ${date}.` : `, renews on ${date}.`
}

function TrialEnd({ subscription: { trial } }: { subscription: SubscriptionDto }) {
  const zone = useZone()
  if (trial === null) return null
  return trial.ended
    ? ' The trial has ended.'
    : ` The trial ends on ${formatInstantDate(trial.ends_at, zone)}.`
}

interface UsageProps {
  label: string
  used: number
  limit: number | null
  format?: (amount: number) => string
}

function Usage({ label, used, limit, format = String }: UsageProps) {
  const percent = limit === null ? 0 : Math.min(100, (100 * used) / limit)
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{label}</Text>
        <Text size="sm" c="dimmed">
          {limit === null ? `${format(used)}, unlimited` : `${format(used)} of ${format(limit)}`}
        </Text>
      </Group>
      {limit !== null && (
        <Progress
          value={percent}
          color={percent >= 100 ? 'red' : undefined}
          mt={4}
          aria-label={`${label} used`}
        />
      )}
    </div>
  )
}

function CancelPlan({ subscription }: { subscription: SubscriptionDto }) {
  const [asking, setAsking] = useState(false)
  const cancel = trpc.packages.cancel.useMutation({
    onError: errorToast('Failed to change the subscription'),
  })
  if (subscription.cancel_at_period_end) {
    return (
      <Button
        size="xs"
        variant="default"
        loading={cancel.isPending}
        onClick={() =>
          cancel.mutate(
            { when: 'never' },
            {
              onSuccess: () =>
                toast({ title: 'Subscription Updated', message: 'Your plan will renew as usual.' }),
            },
          )
        }
      >
        Keep plan
      </Button>
    )
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Cancel plan
      </Button>
      <CancelPlanDialog
        opened={asking}
        onClose={() => setAsking(false)}
        periodEnd={subscription.period_end}
        onCancel={async (when) => {
          await cancel.mutateAsync({ when })
          toast({
            title: 'Subscription Updated',
            message:
              when === 'now'
                ? 'The plan has been cancelled.'
                : 'The plan ends at the end of the paid period.',
          })
        }}
      />
    </>
  )
}
