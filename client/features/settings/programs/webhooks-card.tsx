import { Button, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionMenu } from '#client/components/action-menu.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { Skeletons } from '#client/components/data-list.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { sentence } from '#client/lib/labels.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { WebhookDto } from '#shared/webhooks.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'
import { settingsSearch } from '../section/settings-search.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

export function WebhooksCard() {
  const query = trpc.webhooks.list.useQuery()
  const { data } = query
  const [editing, setEditing] = useState<WebhookDto | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <SettingsCard title="Webhooks" description="URLs notified when something happens.">
      <Group>
        <Button variant="default" onClick={() => setEditing('new')}>
          Add webhook
        </Button>
      </Group>
      {data === undefined && <Unanswered query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No webhooks yet. Add one to notify another system, for example when an invoice is paid.
        </Text>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.rows} aria-label="Webhooks">
          {data.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onEdit={() => setEditing(webhook)} />
          ))}
        </ul>
      )}
      {editing !== null && (
        <WebhookDialog
          webhook={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSecret={setSecret}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title="Signing secret"
          message="Use it to verify the “foyer-signature” header (HMAC-SHA-256). It won't be shown again."
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
      <WebhookDeliveries />
    </SettingsCard>
  )
}

function WebhookRow({ webhook, onEdit }: { webhook: WebhookDto; onEdit: () => void }) {
  const [, setState] = useSearchState(settingsSearch)
  const [asking, setAsking] = useState(false)
  const remove = trpc.webhooks.delete.useMutation({
    onError: errorToast('Failed to delete the webhook'),
    onSuccess: () => toast({ title: 'Webhook deleted' }),
  })
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {webhook.url}
          </Text>
          {!webhook.enabled && <StatusBadge status="draft" label="Off" />}
        </Group>
        <Text size="xs" c="dimmed">
          {webhook.events.map(sentence).join(', ')}
        </Text>
      </div>
      <ActionMenu label={webhook.url}>
        <Menu.Item onClick={onEdit}>Edit</Menu.Item>
        <Menu.Item onClick={() => setState({ webhook: webhook.id }, 'push')}>Deliveries</Menu.Item>
        <Menu.Item color="red" onClick={() => setAsking(true)}>
          Delete
        </Menu.Item>
      </ActionMenu>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Delete this webhook?"
        message={`${webhook.url} will no longer receive events.`}
        confirmLabel="Delete webhook"
        destructive
        onConfirm={() => remove.mutateAsync({ id: webhook.id })}
      />
    </li>
  )
}
