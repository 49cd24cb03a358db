interface Titles {
  text: string
  /** Sent, waiting for a response. */
  waiting: readonly { key: number; title: string }[]
  /** Rejected while the field was in use; each is restored once the field is empty. */
  returned: readonly string[]
  /** The key of the next title. */
  next: number
}

type Change =
  | { kind: 'typed'; text: string }
  | { kind: 'sent' }
  | { kind: 'settled' | 'refused'; key: number }

export const NO_TITLES: Titles = { text: '', waiting: [], returned: [], next: 1 }

/** The text in the field, the pending titles and the rejected ones, so that no title is lost. */
export function titlesReducer(titles: Titles, change: Change): Titles {
  switch (change.kind) {
    case 'typed':
      return refill({ ...titles, text: change.text })
    case 'sent': {
      const sent = { key: titles.next, title: titles.text.trim() }
      return refill({ ...titles, text: '', waiting: [sent, ...titles.waiting], next: titles.next + 1 })
    }
    case 'settled':
    case 'refused': {
      const found = titles.waiting.find(({ key }) => key === change.key)
      if (found === undefined) return titles
      const waiting = titles.waiting.filter((title) => title !== found)
      const returned = change.kind === 'refused' ? [...titles.returned, found.title] : titles.returned
      return refill({ ...titles, waiting, returned })
    }
  }
}

function refill(titles: Titles): Titles {
  const [first, ...rest] = titles.returned
  return titles.text === '' && first !== undefined ? { ...titles, text: first, returned: rest } : titles
}
