import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Section } from '#client/components/records/detail-parts.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { MandateRows } from '../mandate-rows.tsx'

interface ClientSlotProps {
  clientId: string
  /** The agency's owner, who may request autopay or turn it off. */
  manages: boolean
}

/** A client's autopay status, for its agency. */
export function ClientSlot({ clientId, manages }: ClientSlotProps) {
  const { data } = trpc.autopay.ofClient.useQuery({ client_id: clientId })
  const ask = trpc.autopay.request.useMutation({
    onError: errorToast('Failed to send the autopay request'),
    onSuccess: ({ client_name }) =>
      toast({
        title: 'Request sent',
        message: `${client_name} gets an email that explains how to turn on autopay.`,
      }),
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
            Last requested <RelativeTime instant={data.requested_at} />
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
