import { List, Stack, Text } from '@mantine/core'
import { useBooksZone } from '#client/lib/session/session.ts'
import { formatDate, formatInstantDate } from '#client/lib/time/dates.ts'
import { formatBasisPoints } from '#shared/base/amounts/money.ts'
import { TREATMENT_LABELS } from '#shared/money/bills.ts'
import { AGREEMENT_TEXTS, type SelfBillingAgreementDto, selfBillNumber } from '#shared/money/self-billing.ts'

/** The text that both sides agree to. */
export const AgreementText = ({ version }: { version: string }) => (
  <List size="sm" spacing={4}>
    {AGREEMENT_TEXTS[version]?.map((sentence) => (
      <List.Item key={sentence}>{sentence}</List.Item>
    ))}
  </List>
)

/** Who agreed when, and the details shown on documents. */
export function AgreementFacts({ agreement }: { agreement: SelfBillingAgreementDto }) {
  const zone = useBooksZone()
  const { supplier, revoked_at, accepted_at, ends_on } = agreement
  const facts = [
    `Requested by ${agreement.requested_by} on ${formatInstantDate(agreement.requested_at, zone)}, text version ${agreement.text_version}`,
    accepted_at && `Accepted by ${agreement.accepted_by} on ${formatInstantDate(accepted_at, zone)}`,
    revoked_at && `Revoked by ${agreement.revoked_by} on ${formatInstantDate(revoked_at, zone)}`,
    ends_on && `Last day ${formatDate(ends_on)}`,
    `Numbers like ${selfBillNumber(agreement.prefix, 1)}`,
    supplier &&
      `${supplier.legal_name}, ${supplier.city}, ${supplier.treatment === 'taxed' ? `tax ${formatBasisPoints(supplier.tax_bps)}` : TREATMENT_LABELS[supplier.treatment].toLowerCase()}`,
  ].filter((fact) => fact !== null && fact !== '')
  return (
    <Stack gap={2}>
      {facts.map((fact) => (
        <Text key={fact} size="sm" c="dimmed">
          {fact}
        </Text>
      ))}
    </Stack>
  )
}
