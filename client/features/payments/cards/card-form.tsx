import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { CARDS_NOT_CONFIGURED } from '#shared/payments.ts'
import type { CardFieldsProps } from './card-fields.ts'
import { SavedCardChoice, useCardChoice } from './saved-card-choice.tsx'
import { TestCardForm } from './test-card-form.tsx'
import type { ChargeCalls } from './use-charge.ts'

const StripeCardForm = lazy(() =>
  import('./stripe-card-form.tsx').then((module) => ({ default: module.StripeCardForm })),
)

interface CardFormProps extends ChargeCalls {
  /** What is paid, for example "$100.00 USD". */
  summary: ReactNode
  submitLabel: string
  onCancel?: () => void
  /**
   * Saved cards: `offered` with the option to save a new one, `required` where every card is saved, or `none`
   * if signed out or adding a card.
   */
  saved?: 'offered' | 'required' | 'none'
}

/**
 * The one card form: saved cards, the provider's fields, the test provider's fields, or why there are none.
 */
export function CardForm({ summary, saved = 'offered', ...form }: CardFormProps) {
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
      ) : provider.data.provider === 'none' ? (
        <NoCards onCancel={form.onCancel} />
      ) : saved === 'none' ? (
        <CardFields publishableKey={provider.data.publishable_key} {...form} />
      ) : (
        <SavedOrNewCard
          publishableKey={provider.data.publishable_key}
          offersSaving={saved === 'offered'}
          {...form}
        />
      )}
    </Stack>
  )
}

const NoCards = ({ onCancel }: Pick<CardFormProps, 'onCancel'>) => (
  <>
    <Alert color="blue" p="sm">
      <Text size="sm">{CARDS_NOT_CONFIGURED}</Text>
    </Alert>
    {onCancel !== undefined && (
      <Group>
        <Button variant="default" onClick={onCancel}>
          Close
        </Button>
      </Group>
    )}
  </>
)

function SavedOrNewCard(form: CardFieldsProps & { publishableKey: string | null }) {
  const cards = trpc.payments.cards.useQuery()
  const choice = useCardChoice(cards.data ?? [])
  // If the list fails to load, a new card can still be used.
  if (cards.isPending) return <Skeleton h={120} />
  return (
    <>
      <SavedCardChoice {...choice} />
      <CardFields
        {...form}
        savedCard={choice.chosen}
        onPaid={(charge) => {
          choice.chooseNew()
          form.onPaid(charge)
        }}
      />
    </>
  )
}

const CardFields = ({ publishableKey, ...form }: CardFieldsProps & { publishableKey: string | null }) =>
  publishableKey === null ? (
    <TestCardForm {...form} />
  ) : (
    <Suspense fallback={<Skeleton h={120} />}>
      <StripeCardForm publishableKey={publishableKey} {...form} />
    </Suspense>
  )
