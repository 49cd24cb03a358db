import type { KeyboardEvent } from 'react'

const BOARD = '[data-board]'
const COLUMN = '[data-column]'
const CARD = '[data-card]'

/**
 * Arrow keys move focus between cards, within and across columns, except while a card is being dragged: then
 * they move the card.
 */
export function focusNeighbour(event: KeyboardEvent<HTMLElement>): void {
  const card = event.currentTarget
  const column = card.closest(COLUMN)
  const board = card.closest<HTMLElement>(BOARD)
  if (column === null || board === null || board.dataset.board === 'holding') return
  const next = neighborOf(event.key, board, column, card)
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

const cardsIn = (column: Element) => [...column.querySelectorAll<HTMLElement>(CARD)]

function neighborOf(
  key: string,
  board: Element,
  column: Element,
  card: HTMLElement,
): HTMLElement | undefined {
  const cards = cardsIn(column)
  const row = cards.indexOf(card)
  if (key === 'ArrowDown') return cards[row + 1]
  if (key === 'ArrowUp') return cards[row - 1]
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const columns = [...board.querySelectorAll(COLUMN)]
  const at = columns.indexOf(column)
  const beside = key === 'ArrowRight' ? columns.slice(at + 1) : columns.slice(0, at).reverse()
  const [target] = beside.map(cardsIn).filter((found) => found.length > 0)
  return target?.[Math.min(row, target.length - 1)]
}
