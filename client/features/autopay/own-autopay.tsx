import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Section } from '#client/components/detail-parts.tsx'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { useUser } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { AutopayMandateDto } from '#shared/autopay.ts'
import { MandateRows } from './mandate-rows.tsx'

const AutopayDialog = lazyLayer(() => import('./autopay-dialog.tsx'), 'AutopayDialog')

interface OwnAutopayProps {
  clientId: string
  /** Whether the terms are open, as after a payment. */
  opened: boolean
  setOpened: (opened: boolean) => void
}

/** A client's own autopay, below its cards; nothing where the agency takes no cards. */
export function OwnAutopay({ clientId, opened, setOpened }: OwnAutopayProps) {
  const query = trpc.autopay.ofClient.useQuery({ client_id: clientId })
  const { data: cards } = trpc.payments.cards.useQuery()
  const [changing, setChanging] = useState<AutopayMandateDto>()
  const { data } = query
  // Contacts who see no bills have none to pay.
  if (data === undefined || cards === undefined)
    return query.isError ? null : <Unanswered query={query} loading={null} />
  if (!data.available && data.mandates.length === 0) return null
  const free = data.plans.filter(({ id }) => !data.mandates.some(({ plan }) => plan?.id === id))
  const offersMore = free.length > 0 || !data.mandates.some(({ plan }) => plan === null)
  return (
    <Section title="Autopay">
      <Stack gap="sm">
        {data.mandates.length === 0 ? (
          <Text size="sm" c="dimmed">
            Have invoices of {data.agency_name} charged to a saved card on their due date. You are emailed
            before each charge.
          </Text>
        ) : (
          <MandateRows label="Autopay" mandates={data.mandates} ends onChange={setChanging} />
        )}
        {offersMore &&
          (cards.length === 0 ? (
            <Text size="sm">Add a card first.</Text>
          ) : (
            <Group>
              <Button variant="default" onClick={() => setOpened(true)}>
                Turn on autopay
              </Button>
            </Group>
          ))}
      </Stack>
      {opened && cards.length > 0 && (
        <AutopayDialog autopay={data} cards={cards} onClose={() => setOpened(false)} />
      )}
      {changing !== undefined && (
        <AutopayDialog
          autopay={data}
          cards={cards}
          mandate={changing}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Section>
  )
}

/** Whether autopay charges this card. */
export function usePaysAutomatically(cardId: string): boolean {
  const { client_id } = useUser()
  const { data } = trpc.autopay.ofClient.useQuery(
    { client_id: client_id ?? '' },
    { enabled: client_id !== null, retry: false },
  )
  return data?.mandates.some(({ card, paused }) => paused === null && card.id === cardId) ?? false
}
