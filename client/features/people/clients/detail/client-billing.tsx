import { Button, Group, Text } from '@mantine/core'
import { Fact, Facts, Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { rateLabel } from '#shared/base/amounts/taxes.ts'
import { countryName } from '#shared/base/format.ts'
import { E_INVOICE_CHOICES } from '#shared/identity/letterhead/e-invoice-formats.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { useClientRights } from '../use-client-rights.ts'

/** Street, town and country on separate lines. */
export const addressOf = ({ address, postal_code, city, region, country }: ClientDto): string =>
  [
    address,
    [postal_code, city, region].filter(Boolean).join(' '),
    country === null ? null : countryName(country),
  ]
    .filter(Boolean)
    .join('\n')

/** The billing details that documents need besides the address; hidden if nothing was entered. */
export function ClientBilling({ client }: { client: ClientDto }) {
  const mayRead = useCan('letterhead.read')
  const { default_tax_rate_id, payment_terms } = client
  const { data: rates } = trpc.letterhead.taxRates.useQuery(undefined, {
    enabled: mayRead && default_tax_rate_id !== null,
  })
  const rate = rates?.find(({ id }) => id === default_tax_rate_id)
  const facts: [string, string | null | undefined][] = [
    ['Registration', client.registration_number],
    ['Buyer reference', client.buyer_reference],
    ['Peppol ID', client.electronic_address],
    ['Currency', client.billing_currency],
    ['Tax rate', rate && rateLabel(rate)],
    ['Payment terms', payment_terms === null ? null : `${payment_terms} days`],
    ['E-invoice', E_INVOICE_CHOICES.find(({ value }) => value === client.e_invoice_format)?.label],
    ['CC', client.billing_cc.join(', ') || null],
    ['BCC', client.billing_bcc.join(', ') || null],
  ]
  const filled = facts.filter(([, text]) => text != null)
  if (filled.length === 0 && client.tax_id === null) return null
  return (
    <Section title="Billing">
      <Facts>
        {client.tax_id !== null && (
          <Fact label="Tax ID">
            <TaxId client={client} taxId={client.tax_id} />
          </Fact>
        )}
        {filled.map(([label, text]) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
      </Facts>
    </Section>
  )
}

/** VIES only accepts numbers with a country prefix. */
const PREFIXED = /^[A-Z]{2}/

function TaxId({ client, taxId }: { client: ClientDto; taxId: string }) {
  const zone = useZone()
  const { write, acrossAgencies } = useClientRights()
  const ask = trpc.clients.checkTaxId.useMutation({
    onSuccess: ({ check }) => {
      if (check === null) toast({ title: 'VIES isn’t responding', message: 'Please try again later.' })
    },
    onError: errorToast('Failed to check the tax ID'),
  })
  const { tax_id_check: check } = client
  return (
    <Group gap="xs">
      {taxId}
      {check !== null && (
        <Text span size="sm" c={check.valid ? 'dimmed' : 'var(--mantine-color-error)'}>
          {check.valid ? 'Valid' : 'Not registered'} by VIES on {formatInstantDate(check.checked_at, zone)}
        </Text>
      )}
      {write && !acrossAgencies && PREFIXED.test(taxId) && (
        <Button
          size="compact-xs"
          variant="default"
          loading={ask.isPending}
          onClick={() => ask.mutate({ id: client.id })}
        >
          Check with VIES
        </Button>
      )}
    </Group>
  )
}
