import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { ErrorState } from '#client/components/states/error-state.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import type { Money } from '#shared/base/amounts/money.ts'
import { CARDS_NOT_SET_UP, type PaymentProviderDto } from '#shared/money/payments/payments.ts'
import type { CardFieldsProps, Tick } from '../charge/card-fields.ts'
import type { ChargeCalls } from '../charge/use-charge.ts'
import { TestCardForm } from '../simulated/test-card-form.tsx'
import { SavedCardChoice, useCardChoice } from './saved-card-choice.tsx'

const StripePaymentForm = lazyComponent(() => import('./stripe-payment-form.tsx'), 'StripePaymentForm')
const StripeCardForm = lazyComponent(() => import('./stripe-card-form.tsx'), 'StripeCardForm')

interface CardFormProps extends ChargeCalls {
  /** What is being paid, for example "$100.00 USD". */
  summary: ReactNode
  submitLabel: string
  /** The form can't be submitted yet. */
  disabled?: boolean
  onCancel?: () => void
  /**
   * Saved cards: `offered` shows them with an option to save a new one, `required` saves every card, and
   * `none` is for signed-out payers or for adding a card.
   */
  saved?: 'offered' | 'required' | 'none'
  /** The token of the pay link, if paying through one. */
  token?: string
  /** Why this amount can't be paid by card. */
  notice?: string | null
  /** A one-off charge accepts every method the payee's account offers; otherwise only cards are accepted. */
  price?: Money
  automatic?: Tick | undefined
}

/** The card form: saved cards, the provider's fields, the test provider's fields, or why none is available. */
export function CardForm({ summary, saved = 'offered', token, notice = null, ...form }: CardFormProps) {
  const provider = trpc.payments.provider.useQuery(token === undefined ? undefined : { token })
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
        <NoCards message={provider.data.message ?? CARDS_NOT_SET_UP} onCancel={form.onCancel} />
      ) : notice !== null ? (
        <NoCards message={notice} onCancel={form.onCancel} />
      ) : saved === 'none' ? (
        <CardFields provider={provider.data} {...form} />
      ) : (
        <SavedOrNewCard provider={provider.data} offersSaving={saved === 'offered'} {...form} />
      )}
    </Stack>
  )
}

const NoCards = ({ message, onCancel }: Pick<CardFormProps, 'onCancel'> & { message: string }) => (
  <>
    <Alert color="blue" p="sm">
      <Text size="sm">{message}</Text>
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

function SavedOrNewCard(form: CardFieldsProps & { provider: PaymentProviderDto }) {
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

function CardFields({ provider, price, ...form }: CardFieldsProps & { provider: PaymentProviderDto }) {
  if (provider.publishable_key === null) return <TestCardForm price={price} bank={provider.bank} {...form} />
  const account = { publishableKey: provider.publishable_key, account: provider.stripe_account }
  const key = `${provider.publishable_key}${provider.stripe_account}`
  return (
    <Suspense fallback={<Skeleton h={120} />}>
      {price === undefined ? (
        <StripeCardForm key={key} {...account} {...form} />
      ) : (
        <StripePaymentForm key={key} price={price} {...account} {...form} />
      )}
    </Suspense>
  )
}
