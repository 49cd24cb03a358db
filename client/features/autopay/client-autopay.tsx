import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Section } from '#client/components/detail-parts.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { MandateRows } from './mandate-rows.tsx'

interface ClientAutopayProps {
  clientId: string
  /** The agency's owner, who may ask for it or turn it off. */
  manages: boolean
}

/** How a client's autopay stands, for its agency. */
export function ClientAutopay({ clientId, manages }: ClientAutopayProps) {
  const { data } = trpc.autopay.ofClient.useQuery({ client_id: clientId })
  const ask = trpc.autopay.request.useMutation({
    onError: errorToast('Failed to ask for autopay'),
    onSuccess: ({ client_name }) =>
      toast({ title: 'Client asked', message: `${client_name} has been emailed how to turn on autopay.` }),
  })
  const [past, setPast] = useState(false)
  if (data === undefined || (!manages && data.mandates.length + data.ended.length === 0)) return null
  const isOn = data.mandates.some(({ plan, paused }) => plan === null && paused === null)
  return (
    <Section
      title="Autopay"
      action={
        manages &&
        data.available &&
        !isOn && (
          <Button
            size="xs"
            variant="default"
            loading={ask.isPending}
            onClick={() => ask.mutate({ client_id: clientId })}
          >
            Ask client
          </Button>
        )
      }
    >
      <Stack gap="xs">
        {data.mandates.length === 0 ? (
          <Text size="sm">Autopay off. Only your client can turn it on.</Text>
        ) : (
          <MandateRows label="Autopay" mandates={data.mandates} ends={manages} />
        )}
        {data.requested_at !== null && !isOn && (
          <Text size="xs" c="dimmed" component="div">
            Client last asked <RelativeTime instant={data.requested_at} />
          </Text>
        )}
        {past && <MandateRows label="Earlier terms" mandates={data.ended} />}
        {data.ended.length > 0 && !past && (
          <Button size="xs" variant="subtle" onClick={() => setPast(true)}>
            Show earlier terms
          </Button>
        )}
      </Stack>
    </Section>
  )
}

/** How what a recurring invoice writes is paid. */
export function PlanAutopay({ clientId, planId }: { clientId: string; planId: string }) {
  const { data } = trpc.autopay.ofClient.useQuery({ client_id: clientId })
  const mandate =
    data?.mandates.find(({ plan }) => plan?.id === planId) ?? data?.mandates.find(({ plan }) => plan === null)
  if (data === undefined) return null
  return mandate === undefined ? (
    <Text size="sm" c="dimmed">
      Autopay off.
    </Text>
  ) : (
    <MandateRows label="Autopay" mandates={[mandate]} />
  )
}
