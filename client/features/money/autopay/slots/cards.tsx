import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { Section } from '#client/components/records/detail-parts.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import type { AutopayMandateDto } from '#shared/money/autopay/autopay.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import { MandateRows } from '../mandate-rows.tsx'

const AutopayDialog = lazyLayer(() => import('../autopay-dialog.tsx'), 'AutopayDialog')

/** A client's own autopay, below their cards; hidden if the agency takes no cards. */
export function CardsSlot() {
  const { client_id } = useUser()
  return client_id === null ? null : <OwnAutopay clientId={client_id} />
}

function OwnAutopay({ clientId }: { clientId: string }) {
  const [{ autopay: opened }, setState] = usePaymentsSearch()
  const setOpened = (autopay: boolean) => setState({ autopay })
  const query = trpc.autopay.ofClient.useQuery({ client_id: clientId })
  const { data: cards } = trpc.payments.cards.useQuery()
  const [changing, setChanging] = useState<AutopayMandateDto>()
  const { data } = query
  // Contacts without access to invoices have none to pay.
  if (data === undefined || cards === undefined)
    return query.isError ? null : <QueryState query={query} loading={null} />
  if (!data.available && data.mandates.length === 0) return null
  const free = data.plans.filter(({ id }) => !data.mandates.some(({ plan }) => plan?.id === id))
  const offersMore = free.length > 0 || !data.mandates.some(({ plan }) => plan === null)
  return (
    <Section title="Autopay">
      <Stack gap="sm">
        {data.mandates.length === 0 ? (
          <Text size="sm" c="dimmed">
            Have invoices from {data.agency_name} charged to a saved card on their due date. You get an email
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
