import { Button, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { useCopy } from '#client/lib/copy.ts'
import { sentence } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { VERIFY_EXAMPLE } from '#shared/reactions/webhook-example.ts'
import type { WebhookDto } from '#shared/reactions/webhooks.ts'
import classes from '../section/settings.module.css'
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
      {data === undefined && <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No webhooks yet. Add one to notify another system, for example when an invoice is paid.
        </Text>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.rows} aria-label="Webhooks">
          {data.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onEdit={() => setEditing(webhook)}
              onSecret={setSecret}
            />
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
          message="Use it to verify the “foyer-signature” header (HMAC-SHA-256). It won’t be shown again."
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
      <VerifyExample />
      <WebhookDeliveries />
    </SettingsCard>
  )
}

/** Explains how a receiver verifies the signature. */
function VerifyExample() {
  const { shown, copied, copy } = useCopy<HTMLPreElement>(VERIFY_EXAMPLE)
  return (
    <details className={classes.example}>
      <summary>Verify a signature</summary>
      <Text size="sm" c="dimmed">
        Each delivery has the header foyer-signature: a timestamp and, for each valid signing secret, an
        HMAC-SHA-256 of the timestamp, a period and the raw request body. In Node:
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls horizontally, which by keyboard requires focus */}
      <pre ref={shown} className={classes.listing} tabIndex={0}>
        {VERIFY_EXAMPLE}
      </pre>
      <Button size="xs" variant="default" onClick={copy}>
        {copied ? 'Copied' : 'Copy example'}
      </Button>
    </details>
  )
}

interface WebhookRowProps {
  webhook: WebhookDto
  onEdit: () => void
  onSecret: (secret: string) => void
}

function WebhookRow({ webhook, onEdit, onSecret }: WebhookRowProps) {
  const [, setState] = useSearchState(settingsSearch)
  const [confirming, setConfirming] = useState<'renew' | 'delete' | null>(null)
  const close = () => setConfirming(null)
  const renew = trpc.webhooks.renewSecret.useMutation({
    onError: errorToast('Failed to renew the secret'),
    onSuccess: ({ secret }) => secret !== null && onSecret(secret),
  })
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
        <Menu.Item onClick={() => setConfirming('renew')}>Renew secret</Menu.Item>
        <Menu.Item color="red" onClick={() => setConfirming('delete')}>
          Delete
        </Menu.Item>
      </ActionMenu>
      <ConfirmDialog
        opened={confirming === 'renew'}
        onClose={close}
        title="Renew the signing secret?"
        message="You get a new secret. The earlier one also signs for a day, so that you can change the receiver."
        confirmLabel="Renew secret"
        onConfirm={() => renew.mutateAsync({ id: webhook.id })}
      />
      <ConfirmDialog
        opened={confirming === 'delete'}
        onClose={close}
        title="Delete this webhook?"
        message={`${webhook.url} will no longer receive events.`}
        confirmLabel="Delete webhook"
        destructive
        onConfirm={() => remove.mutateAsync({ id: webhook.id })}
      />
    </li>
  )
}
