import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { formatDate } from '#client/lib/dates.ts'
import { useCan, useUser } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { MissingRateDto } from '#shared/exchange.ts'

const RateDialog = lazyLayer(() => import('./rate-dialog.tsx'), 'RateDialog')

/** Says what the figures leave out until its exchange rate is entered, and takes it. */
export function MissingRates() {
  const { viewing_as, role } = useUser()
  const write = useCan('finance.write') && !viewing_as && role === 'agency_admin'
  const { data } = trpc.finance.missingRates.useQuery()
  const [entering, setEntering] = useState<MissingRateDto | null>(null)
  if (data === undefined || data.length === 0) return null
  return (
    <Alert color="yellow" title="Exchange rates are missing">
      <Text size="sm">These amounts are left out of the figures until you enter their rate.</Text>
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
