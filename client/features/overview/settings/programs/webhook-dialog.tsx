import { MultiSelect, Switch, TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { sentence } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { webhookSaveInput } from '#shared/reactions/schemas/webhooks.ts'
import { WEBHOOK_EVENTS, type WebhookDto } from '#shared/reactions/webhooks.ts'

const EVENTS = WEBHOOK_EVENTS.map((value) => ({ value, label: sentence(value) }))

interface WebhookDialogProps {
  /** Null adds one. */
  webhook: WebhookDto | null
  onClose: () => void
  /** Receives the signing secret of a new webhook. */
  onSecret: (secret: string) => void
}

const valuesOf = (webhook: WebhookDto | null) =>
  webhook === null
    ? { url: '', events: [] as string[], enabled: true }
    : {
        id: webhook.id,
        version: webhook.version,
        url: webhook.url,
        events: webhook.events as string[],
        enabled: webhook.enabled,
      }

export function WebhookDialog({ webhook, onClose, onSecret }: WebhookDialogProps) {
  const utils = trpc.useUtils()
  const save = trpc.webhooks.save.useMutation()
  const form = useAppForm({
    schema: webhookSaveInput,
    initialValues: valuesOf(webhook),
    onSubmit: async (values) => {
      const { secret } = await save.mutateAsync(values)
      toast({ title: 'Webhook saved' })
      onClose()
      if (secret !== null) onSecret(secret)
    },
    latest: async () => {
      const all = await utils.webhooks.list.fetch(undefined, { staleTime: 0 })
      return valuesOf(all.find(({ id }) => id === webhook?.id) ?? webhook)
    },
    fallback: 'Failed to save the webhook',
  })
  const { fields } = form
  return (
    <FormDialog
      title={webhook === null ? 'Add webhook' : 'Edit webhook'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={webhook === null ? 'Add webhook' : 'Save webhook'}
    >
      <TextInput
        label="URL"
        type="url"
        description="Must be publicly reachable. Private networks aren’t allowed."
        required
        data-autofocus
        placeholder="https://"
        {...fields.getInputProps('url')}
      />
      <MultiSelect label="Events" required data={EVENTS} {...fields.getInputProps('events')} />
      <Switch label="Enabled" {...fields.getInputProps('enabled', { type: 'checkbox' })} />
    </FormDialog>
  )
}
