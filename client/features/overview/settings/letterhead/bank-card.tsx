import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import { BankDialog } from './bank-dialog.tsx'
import { grouped } from './iban.ts'

interface BankCardProps {
  profile: LetterheadProfileDto
  twoFactor: boolean
}

/** The account for bank transfers from clients. */
export function BankCard({ profile, twoFactor }: BankCardProps) {
  const [changing, setChanging] = useState(false)
  const { account_holder, iban, bic, bank_name, bank_change } = profile
  const lines = [account_holder, grouped(iban), bic, bank_name].filter((line) => line)
  return (
    <SettingsCard
      title="Bank details"
      description="The account clients transfer payments to. Changing it requires your password, and all owners get an email."
    >
      <div>
        {lines.length === 0 && (
          <Text size="sm" c="dimmed">
            Not entered yet.
          </Text>
        )}
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        {bank_change !== null && (
          <Text size="xs" c="dimmed" component="div" mt={4}>
            Changed by {bank_change.by} <RelativeTime instant={bank_change.at} />
          </Text>
        )}
      </div>
      <Group>
        <Button variant="default" onClick={() => setChanging(true)}>
          {lines.length === 0 ? 'Enter bank details' : 'Change bank details'}
        </Button>
      </Group>
      {changing && <BankDialog twoFactor={twoFactor} onClose={() => setChanging(false)} />}
    </SettingsCard>
  )
}
