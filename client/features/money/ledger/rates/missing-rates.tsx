import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import type { MissingRateDto } from '#shared/base/amounts/exchange.ts'

const RateDialog = lazyLayer(() => import('./rate-dialog.tsx'), 'RateDialog')

/** Lists amounts excluded from the figures because an exchange rate is missing, and lets the user enter it. */
export function MissingRates() {
  const { viewing_as, role } = useUser()
  const write = useCan('finance.write') && !viewing_as && role === 'agency_admin'
  const { data } = trpc.finance.missingRates.useQuery()
  const [entering, setEntering] = useState<MissingRateDto | null>(null)
  if (data === undefined || data.length === 0) return null
  return (
    <Alert color="yellow" title="Exchange rates are missing">
      <Text size="sm">These amounts are left out of the figures until you enter an exchange rate.</Text>
      {data.map((missing) => (
        <Group key={missing.currency} mt="xs" gap="sm">
          <Text size="sm">
            {missing.count} in {missing.currency}, since {formatDate(missing.since)}
          </Text>
          {write && (
            <Button size="xs" variant="default" onClick={() => setEntering(missing)}>
              Enter {missing.currency} rate
            </Button>
          )}
        </Group>
      ))}
      {entering !== null && <RateDialog missing={entering} onClose={() => setEntering(null)} />}
    </Alert>
  )
}
