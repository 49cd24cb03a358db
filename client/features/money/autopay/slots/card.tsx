import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'

/** What a saved card is used for, shown after its other details. */
export function CardUse({ cardId }: { cardId: string }) {
  return usePaysAutomatically(cardId) && ' · used by autopay'
}

/** The consequences of removing it. */
export function CardRemoval({ cardId }: { cardId: string }) {
  return usePaysAutomatically(cardId) && ' Autopay pauses until you choose another card.'
}

/** Whether autopay charges this card. */
function usePaysAutomatically(cardId: string): boolean {
  const { client_id } = useUser()
  const { data } = trpc.autopay.ofClient.useQuery(
    { client_id: client_id ?? '' },
    { enabled: client_id !== null, retry: false },
  )
  return data?.mandates.some(({ card, paused }) => paused === null && card.id === cardId) ?? false
}
