import { Badge, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { DetailDrawer } from '#client/components/records/detail-drawer.tsx'
import { Row, Rows, Section } from '#client/components/records/detail-parts.tsx'
import { slotOf } from '#client/components/slot.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import {
  type CardSetupDto,
  type ChargeDto,
  methodName,
  type SavedCardDto,
} from '#shared/money/payments/payments.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import classes from '../payments.module.css'
import { CardForm } from './card-form.tsx'
import { expiryOf } from './expiry.ts'

interface CardProps {
  cardId: string
}

const BelowCards = slotOf(
  import.meta.glob<ComponentType<object>>('../../*/slots/cards.tsx', { eager: true, import: 'CardsSlot' }),
)
const CardUses = slotOf(
  import.meta.glob<ComponentType<CardProps>>('../../*/slots/card.tsx', { eager: true, import: 'CardUse' }),
)
const CardRemovals = slotOf(
  import.meta.glob<ComponentType<CardProps>>('../../*/slots/card.tsx', {
    eager: true,
    import: 'CardRemoval',
  }),
)

/** The user's saved cards, open while the URL says so. */
export function CardsDrawer() {
  const [{ cards: opened }, setState] = usePaymentsSearch()
  return (
    <DetailDrawer title="Cards" opened={opened} onClose={() => setState({ cards: false, autopay: false })}>
      {opened && (
        <Stack gap="xl">
          <SavedCards />
          <BelowCards />
        </Stack>
      )}
    </DetailDrawer>
  )
}

function SavedCards() {
  const cards = trpc.payments.cards.useQuery()
  const [adding, setAdding] = useState(false)
  if (cards.data === undefined)
    return <QueryState query={cards} loading={<Skeletons layout="rows" height={52} />} />
  const add = <Button onClick={() => setAdding(true)}>Add card</Button>
  return (
    <Stack gap="lg">
      {cards.data.length > 0 && (
        <Rows label="Saved cards">
          {cards.data.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </Rows>
      )}
      {adding ? (
        <Section title="Add card">
          <AddCard onDone={() => setAdding(false)} />
        </Section>
      ) : cards.data.length > 0 ? (
        <Group>{add}</Group>
      ) : (
        <EmptyState
          drawing="money"
          title="No saved cards"
          message="Save a card to pay faster next time."
          action={add}
        />
      )}
    </Stack>
  )
}

function CardRow({ card }: { card: SavedCardDto }) {
  const [confirming, setConfirming] = useState(false)
  const name = methodName(card)
  const setDefault = trpc.payments.setDefaultCard.useMutation({
    onError: errorToast('Failed to change the default card'),
    onSuccess: () => toast({ title: 'Default card changed', message: `${name} is now your default card.` }),
  })
  const remove = trpc.payments.removeCard.useMutation({
    onError: errorToast('Failed to remove the card'),
    onSuccess: () => toast({ title: 'Card removed', message: `${name} has been removed.` }),
  })
  return (
    <Row>
      <div className={classes.savedCard}>
        <div>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="xs" c={card.expired ? 'red' : 'dimmed'}>
            {[expiryOf(card), card.renews_plan && 'renews your plan'].filter(Boolean).join(' · ')}
            <CardUses cardId={card.id} />
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          {card.is_default && <Badge variant="default">Default</Badge>}
          <ActionMenu label={name}>
            {!card.is_default && (
              <Menu.Item onClick={() => setDefault.mutate({ id: card.id })}>Make default</Menu.Item>
            )}
            <Menu.Item onClick={() => setConfirming(true)}>Remove card</Menu.Item>
          </ActionMenu>
        </Group>
      </div>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Remove card"
        message={
          <>
            {name} can’t be used again until you re-enter it.
            <CardRemovals cardId={card.id} />
          </>
        }
        confirmLabel="Remove card"
        destructive
        onConfirm={() => remove.mutateAsync({ id: card.id })}
      />
    </Row>
  )
}

function AddCard({ onDone }: { onDone: () => void }) {
  const add = trpc.payments.addCard.useMutation()
  const confirm = trpc.payments.confirmCard.useMutation()
  return (
    <CardForm
      saved="none"
      summary={
        <Text size="sm" c="dimmed">
          You won’t be charged now.
        </Text>
      }
      submitLabel="Save card"
      onCancel={onDone}
      charge={async (order) => asCharge(await add.mutateAsync(order))}
      confirm={async (input) => asCharge(await confirm.mutateAsync(input))}
      onPaid={() => {
        toast({ title: 'Card saved', message: 'You can use it the next time you pay.' })
        onDone()
      }}
    />
  )
}

/** Adding a card follows the same steps as a zero charge. */
const asCharge = ({ setup_id, status, client_secret, failure }: CardSetupDto): ChargeDto => ({
  payment_id: setup_id,
  status,
  client_secret,
  failure,
  amount: 0,
  currency: 'USD',
})
