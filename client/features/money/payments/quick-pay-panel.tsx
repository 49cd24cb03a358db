import { Text, Title } from '@mantine/core'
import { useCallback } from 'react'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { ReadOnly } from '#client/components/states/read-only.tsx'
import { useAppInfo } from '#client/lib/app-info.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { isWaiting, useUser } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { QUICK_PAY } from '#shared/money/payments/payments.ts'
import { usePaymentsSearch } from '../use-payments-search.ts'
import { CardForm } from './cards/card-form.tsx'
import { useReturned } from './cards/use-returned.ts'
import classes from './payments.module.css'

const AMOUNT = formatCharged(QUICK_PAY.amount, QUICK_PAY.currency)

/** A fixed payment to the agency or platform that bills the user. */
export function QuickPayPanel() {
  const { app_name } = useAppInfo()
  const user = useUser()
  const { role, agency_name } = user
  const charge = trpc.payments.quickPay.useMutation()
  const confirm = trpc.payments.confirm.useMutation()
  const [{ returned }, setState] = usePaymentsSearch()
  const onAsked = useCallback(() => setState({ returned: null }), [setState])
  useReturned({ id: returned, confirm: confirm.mutateAsync, onAsked })
  const payee = role === 'client' ? (agency_name ?? 'your agency') : app_name
  if (role === 'client' && isWaiting(user)) {
    return (
      <EmptyState
        drawing="money"
        title="No one to pay yet"
        message="You can pay your agency here after you accept its invitation."
      />
    )
  }
  return (
    <section className={classes.box} aria-labelledby="quick-pay">
      <Title order={2} id="quick-pay">
        Quick Pay
      </Title>
      <ReadOnly>
        <CardForm
          price={QUICK_PAY}
          summary={
            <>
              <Text className={classes.price}>{AMOUNT}</Text>
              <Text size="sm" c="dimmed">
                One payment to {payee}
              </Text>
            </>
          }
          submitLabel={`Pay ${AMOUNT}`}
          charge={(order) => charge.mutateAsync(order)}
          confirm={(input) => confirm.mutateAsync(input)}
          onPaid={(paid) =>
            toast({
              title: 'Payment Successful',
              message: `${formatCharged(paid.amount, paid.currency)} was paid to ${payee}.`,
            })
          }
          onDeclined={(message) => console.error(message)}
        />
      </ReadOnly>
    </section>
  )
}
