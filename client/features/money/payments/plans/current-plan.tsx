import { Button, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { StatusBadge, type Tone } from '#client/components/marks/status-badge.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { SubscriptionDto, SubscriptionStatus } from '#shared/money/plans/packages.ts'
import { formatSize } from '../../../work/files/upload.ts'
import classes from '../payments.module.css'
import { OverduePlan } from './overdue-plan.tsx'
import { PlanUsage } from './plan-usage.tsx'
import { perInterval } from './price-labels.ts'

const CancelPlanDialog = lazyLayer(() => import('./cancel-plan-dialog.tsx'), 'CancelPlanDialog')

const STATUS: Record<SubscriptionStatus, { label: string; tone: Tone }> = {
  trialing: { label: 'Trial', tone: 'attention' },
  active: { label: 'Active', tone: 'good' },
  past_due: { label: 'Payment overdue', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'neutral' },
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
      <SimpleGrid cols={3} spacing={{ base: 'xs', xs: 'md' }}>
        <PlanUsage label="Members" {...usage.members} enforced={usage.limits_enforced} />
        <PlanUsage label="Projects" {...usage.projects} enforced={usage.limits_enforced} />
        <PlanUsage label="Storage" {...usage.storage} enforced={usage.limits_enforced} format={formatSize} />
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

function CancelPlan({ subscription }: { subscription: SubscriptionDto }) {
  const [confirming, setConfirming] = useState(false)
  const cancel = trpc.packages.cancel.useMutation({
    onError: errorToast('Failed to change the subscription'),
  })
  if (subscription.cancel_at_period_end) {
    // A former owner’s card can’t be charged again.
    if (subscription.other_payer?.name === null) return null
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
      <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
        Cancel plan
      </Button>
      <CancelPlanDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        periodEnd={subscription.period_end}
        onCancel={async (when) => {
          await cancel.mutateAsync({ when })
          toast({
            title: 'Subscription Updated',
            message:
              when === 'now' ? 'The plan has been canceled.' : 'The plan ends at the end of the paid period.',
          })
        }}
      />
    </>
  )
}
