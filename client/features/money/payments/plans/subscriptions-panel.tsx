import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { ErrorState } from '#client/components/states/error-state.tsx'
import { READ_ONLY, ReadOnly } from '#client/components/states/read-only.tsx'
import { errorData } from '#client/lib/calls/errors.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser, useViewing, useZone } from '#client/lib/session/session.ts'
import { currentSession, isExpired } from '#client/lib/session/session-state.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { showError, toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import type { PlanDto, SubscriptionDto } from '#shared/money/plans/packages.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import classes from '../payments.module.css'
import { CurrentPlan } from './current-plan.tsx'
import { PlanCard } from './plan-card.tsx'
import { priceOf } from './price-labels.ts'
import { SubscribeForm } from './subscribe-form.tsx'

export function SubscriptionsPanel() {
  const plans = trpc.packages.plans.useQuery()
  const subscription = trpc.packages.subscription.useQuery()
  const failed = plans.isError ? plans : subscription.isError ? subscription : null
  if (failed !== null) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (plans.data === undefined || subscription.data === undefined)
    return <Skeletons layout="grid" height={320} count={3} />
  return <Plans plans={plans.data} subscription={subscription.data} />
}

function Plans({ plans, subscription }: { plans: PlanDto[]; subscription: SubscriptionDto | null }) {
  const [state, setState] = usePaymentsSearch()
  const utils = trpc.useUtils()
  const viewing = useViewing()
  const changeable = subscription?.changeable === true && !viewing
  // Users without an agency see the plan that every agency starts on.
  const currentId = subscription?.plan.id ?? plans[0]?.id
  const paying = subscription !== null && subscription.price > 0
  const choosable = changeable && subscription?.other_payer === null
  const chosen = choosable ? plans.find((plan) => plan.id === state.plan) : undefined

  async function choose(plan: PlanDto) {
    // Explains why the password is required; once entered, the plan is selected.
    const stop = currentSession.subscribe(() => {
      if (!isExpired()) return
      stop()
      toastDestructive({
        title: 'Authentication Required',
        message: 'Please log in to subscribe to a plan.',
      })
    })
    try {
      await utils.packages.preview.fetch({ plan_id: plan.id }, { staleTime: 0 })
    } catch (error) {
      if (errorData(error).code !== 'UNAUTHORIZED') showError(error, 'Failed to choose the plan')
      return
    } finally {
      stop()
    }
    setState({ plan: plan.id })
    toast({
      title: 'Plan Selected',
      message: `${plan.name}, ${priceOf(plan)}. Enter your card to complete it.`,
    })
  }

  return (
    <>
      {subscription !== null && (
        <ReadOnly>
          <CurrentPlan subscription={subscription} />
        </ReadOnly>
      )}
      {!choosable && (
        <Text size="sm" c="dimmed">
          {changeable && subscription !== null ? <OtherPayer subscription={subscription} /> : <WhoChanges />}
        </Text>
      )}
      <div className={classes.plans}>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            current={plan.id === currentId}
            chosen={plan.id === chosen?.id}
            onChoose={choosable && !(plan.id === currentId && paying) ? () => void choose(plan) : undefined}
          />
        ))}
      </div>
      {chosen !== undefined && (
        <IntoView key={chosen.id}>
          <SubscribeForm plan={chosen} onDone={() => setState({ plan: null })} />
        </IntoView>
      )}
    </>
  )
}

function WhoChanges() {
  const { role, agency_name } = useUser()
  if (useViewing()) return READ_ONLY
  if (role === 'super_admin') return 'Agency owners choose their plan. Manage plans under Packages.'
  if (agency_name === null) return 'Only an agency can have a plan, and its owner chooses it.'
  return `Only the owner of ${agency_name} can change the plan.`
}

/** Another card can't take over a running plan, so it is chosen again. */
function OtherPayer({ subscription }: { subscription: SubscriptionDto }) {
  const zone = useZone()
  const { status, other_payer, period_end, cancel_at_period_end } = subscription
  const name = other_payer?.name ?? null
  const payer =
    name === null
      ? 'This plan was paid with a former owner’s card.'
      : `This plan is charged to ${name}’s card, so only they can change or pay it.`
  // The period of an overdue plan hasn’t been paid.
  const end = status === 'past_due' || period_end === null ? null : formatInstantDate(period_end, zone)
  const ways =
    end === null
      ? 'cancel it and then choose a plan again'
      : cancel_at_period_end
        ? `choose a plan again once this one ends on ${end}, or cancel it now and choose one at once`
        : `cancel it now or at the end of the paid period on ${end}, and choose a plan again once it has ended`
  return `${payer} To pay it yourself, ${ways}. The rest of a paid period isn’t refunded.`
}

/** Scrolls the form that just opened into view, which matters on phones. */
function IntoView({ children }: { children: React.ReactNode }) {
  const id = 'subscribe'
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div id={id}>{children}</div>
}
