import { Button, Group, Text } from '@mantine/core'
import { DataList } from '#client/components/lists/data-list.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { DetailDrawer } from '#client/components/records/detail-drawer.tsx'
import { RowBody } from '#client/components/records/detail-parts.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { sentence } from '#client/lib/labels.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import type { WebhookDeliveryDto } from '#shared/reactions/webhooks.ts'
import { settingsSearch } from '../section/settings-search.ts'

const LABELS = { queued: 'Queued', delivered: 'Delivered', failed: 'Failed' } as const
const TONES = { queued: 'attention', delivered: 'good', failed: 'bad' } as const

/** The deliveries of the webhook named in the URL. */
export function WebhookDeliveries() {
  const [{ webhook }, setState] = useSearchState(settingsSearch)
  return (
    <DetailDrawer title="Deliveries" opened={webhook !== null} onClose={() => setState({ webhook: null })}>
      {webhook !== null && <Deliveries webhookId={webhook} />}
    </DetailDrawer>
  )
}

function Deliveries({ webhookId }: { webhookId: string }) {
  const list = trpc.webhooks.deliveries.useInfiniteQuery({ webhook_id: webhookId }, byCursor)
  return (
    <DataList
      query={list}
      label="Deliveries"
      layout="rows"
      itemHeight={64}
      itemKey={(delivery) => delivery.id}
      renderItem={(delivery) => <DeliveryRow delivery={delivery} />}
      filtered={false}
      noMatchTitle="No deliveries found"
      onClearFilters={() => {}}
      empty={
        <EmptyState
          drawing="message"
          title="No deliveries yet"
          message="Events sent to this webhook appear here with the response."
        />
      }
    />
  )
}

function DeliveryRow({ delivery }: { delivery: WebhookDeliveryDto }) {
  const { event, status, response_status, attempts, last_error } = delivery
  const retry = trpc.webhooks.retry.useMutation({
    onError: errorToast('Failed to resend the event'),
    onSuccess: () => toast({ title: 'The event is being resent' }),
  })
  return (
    <RowBody>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={500}>
          {sentence(event)}
        </Text>
        <StatusBadge status={status} label={LABELS[status]} tone={TONES[status]} />
      </Group>
      <Text size="xs" c="dimmed" component="div">
        {response_status !== null && `Response ${response_status} · `}
        {formatCount(attempts, 'attempt')} ·{' '}
        <RelativeTime instant={delivery.delivered_at ?? delivery.created_at} />
      </Text>
      {last_error !== null && status !== 'delivered' && (
        <Text size="xs" c="var(--mantine-color-error)">
          {last_error}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        mt={6}
        loading={retry.isPending}
        onClick={() => retry.mutate({ id: delivery.id })}
      >
        Resend
      </Button>
    </RowBody>
  )
}
