import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { CopyField } from '#client/components/fields/copy-field.tsx'
import { Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'

/** A link that lets anyone view and pay the invoice; shown once, when created. */
export function PayLink({ invoice }: { invoice: InvoiceDto }) {
  const [url, setUrl] = useState<string | null>(null)
  const [revoking, setRevoking] = useState(false)
  const create = trpc.invoices.createPayLink.useMutation({
    onSuccess: (link) => setUrl(link.url),
    onError: errorToast('Failed to create the pay link'),
  })
  const revoke = trpc.invoices.revokePayLinks.useMutation({
    onSuccess: () => {
      setUrl(null)
      toast({ title: 'Pay links revoked', message: 'Existing links to this invoice no longer work.' })
    },
    onError: errorToast('Failed to revoke the pay links'),
  })
  return (
    <Section title="Pay link">
      {url === null ? (
        <Text size="sm" c="dimmed" mb="xs">
          Anyone with the link can view and pay this invoice without signing in. The client’s email includes
          one.
        </Text>
      ) : (
        <CopyField label="Address" copyLabel="Copy pay link" value={url} />
      )}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={create.isPending}
          onClick={() => create.mutate({ id: invoice.id })}
        >
          New pay link
        </Button>
        {invoice.has_pay_link && (
          <Button size="xs" variant="default" onClick={() => setRevoking(true)}>
            Revoke pay links
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={revoking}
        onClose={() => setRevoking(false)}
        title="Revoke pay links"
        message="All existing links to this invoice, including those in emails, will stop working."
        confirmLabel="Revoke pay links"
        destructive
        onConfirm={() => revoke.mutateAsync({ id: invoice.id })}
      />
    </Section>
  )
}
