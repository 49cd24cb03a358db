import { Anchor, Badge, Radio } from '@mantine/core'
import { useState } from 'react'
import { methodName, type SavedCardDto } from '#shared/money/payments/payments.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import classes from '../payments.module.css'
import { expiryOf } from './expiry.ts'

const NEW = 'new'

/** The selected card: the default until another is chosen, reset after payment. */
export function useCardChoice(cards: SavedCardDto[]) {
  const [picked, setPicked] = useState<string | null>(null)
  const first = cards.find((card) => !card.expired)?.id ?? NEW
  const value = picked === NEW || cards.some((card) => card.id === picked) ? (picked ?? NEW) : first
  return {
    cards,
    value,
    chosen: cards.find((card) => card.id === value) ?? null,
    choose: setPicked,
    chooseNew: () => setPicked(NEW),
  }
}

/** The payer's saved cards and a new card; hidden if there are no saved cards. */
export function SavedCardChoice({ cards, value, choose }: ReturnType<typeof useCardChoice>) {
  const [, setState] = usePaymentsSearch()
  if (cards.length === 0) return null
  return (
    <Radio.Group label="Pay with" value={value} onChange={choose}>
      {cards.map((card) => (
        <div key={card.id} className={classes.choice}>
          <Radio value={card.id} disabled={card.expired} label={`${methodName(card)}, ${expiryOf(card)}`} />
          {card.is_default && <Badge variant="default">Default</Badge>}
        </div>
      ))}
      <div className={classes.choice}>
        <Radio value={NEW} label="New card" />
      </div>
      <div className={classes.choice}>
        <Anchor component="button" type="button" size="sm" onClick={() => setState({ cards: true }, 'push')}>
          Manage cards
        </Anchor>
      </div>
    </Radio.Group>
  )
}
