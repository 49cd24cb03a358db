import { Badge, Group, Skeleton, Stack } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { TestCardForm } from './test-card-form.tsx'
import type { ChargeCalls } from './use-charge.ts'

const StripeCardForm = lazy(() =>
  import('./stripe-card-form.tsx').then((module) => ({ default: module.StripeCardForm })),
)

export interface CardFormProps extends ChargeCalls {
  /** What is paid and how much, for instance "$100.00 USD". */
  summary: ReactNode
  submitLabel: string
  onCancel?: () => void
}

/** The one card form: the provider's own fields, or the built-in test provider's. */
export function CardForm({ summary, ...form }: CardFormProps) {
  const provider = trpc.payments.provider.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  if (provider.isError) {
    return <ErrorState error={provider.error} onRetry={() => void provider.refetch()} />
  }
  return (
    <Stack gap="sm" maw={440}>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <div>{summary}</div>
        {provider.data?.test_mode && (
          <Badge color="yellow" autoContrast variant="filled" flex="none">
            Test mode
          </Badge>
        )}
      </Group>
      {provider.data === undefined ? (
        <Skeleton h={120} />
      ) : provider.data.provider === 'stripe' && provider.data.publishable_key !== null ? (
        <Suspense fallback={<Skeleton h={120} />}>
          <StripeCardForm publishableKey={provider.data.publishable_key} {...form} />
        </Suspense>
      ) : (
        <TestCardForm {...form} />
      )}
    </Stack>
  )
}
