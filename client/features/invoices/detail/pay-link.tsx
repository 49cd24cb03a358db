import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { CopyField } from '#client/components/copy-field.tsx'
import { Section } from '#client/components/detail-parts.tsx'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { InvoiceDto } from '#shared/invoices.ts'

/** A link with which anyone can see and pay the invoice; it is shown once, when it is made. */
export function PayLink({ invoice }: { invoice: InvoiceDto }) {
  const [url, setUrl] = useState<string | null>(null)
  const [revoking, setRevoking] = useState(false)
  const create = trpc.invoices.createPayLink.useMutation({
    onSuccess: (link) => setUrl(link.url),
    onError: errorToast('Failed to make the pay link'),
  })
  const revoke = trpc.invoices.revokePayLinks.useMutation({
    onSuccess: () => {
      setUrl(null)
      toast({ title: 'Pay Links Revoked', message: 'No link sent so far opens this invoice any more.' })
    },
    onError: errorToast('Failed to revoke the pay links'),
  })
  return (
    <Section title="Pay link">
      {url === null ? (
        <Text size="sm" c="dimmed" mb="xs">
          Whoever has the link can see and pay this invoice without signing in. The mail to the client has
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
        message="Every link to this invoice stops working, those in mails included."
        confirmLabel="Revoke pay links"
        destructive
        onConfirm={() => revoke.mutateAsync({ id: invoice.id })}
      />
    </Section>
  )
}
