import { Button, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatBasisPoints } from '#shared/base/amounts/money.ts'
import { TAX_CATEGORY_NAMES } from '#shared/base/amounts/taxes.ts'
import { countryName } from '#shared/base/format.ts'
import type { LetterheadProfileDto, TaxRateDto } from '#shared/identity/letterhead/profile.ts'
import { usesText } from '#shared/money/invoices/rate-uses.ts'
import { PRESET_COUNTRIES, presetRates, TAX_PRESETS_AS_OF } from '#shared/money/ledger/taxes/tax-presets.ts'
import classes from '../section/settings.module.css'
import { TaxRateDialog } from './tax-rate-dialog.tsx'

/** Tax rates for invoice lines. */
export function TaxRatesCard({ profile }: { profile: LetterheadProfileDto }) {
  const query = trpc.letterhead.taxRates.useQuery()
  const { data } = query
  const [editing, setEditing] = useState<TaxRateDto | 'new' | null>(null)
  const [country, setCountry] = useState<string | null>(null)
  return (
    <SettingsCard
      title="Tax rates"
      description="Shown on documents with their percentage, and with a note where no tax is charged."
    >
      {data === undefined && <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No tax rates yet. Add your own, or start with the usual rates in your country.
        </Text>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.rows} aria-label="Tax rates">
          {data.map((rate) => (
            <TaxRateRow
              key={rate.id}
              rate={rate}
              standard={rate.id === profile.default_tax_rate_id}
              onEdit={() => setEditing(rate)}
            />
          ))}
        </ul>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={() => setEditing('new')}>
          Add tax rate
        </Button>
        <PresetMenu own={profile.country} onChoose={setCountry} />
      </Group>
      {editing !== null && (
        <TaxRateDialog rate={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {country !== null && <PresetDialog country={country} onClose={() => setCountry(null)} />}
    </SettingsCard>
  )
}

/** The agency's own country first. */
function PresetMenu({ own, onChoose }: { own: string | null; onChoose: (country: string) => void }) {
  const byName = PRESET_COUNTRIES.toSorted((one, other) =>
    countryName(one).localeCompare(countryName(other), 'en'),
  )
  const countries = [...byName.filter((code) => code === own), ...byName.filter((code) => code !== own)]
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle">Add usual rates</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {countries.map((code) => (
          <Menu.Item key={code} onClick={() => onChoose(code)}>
            {countryName(code)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function PresetDialog({ country, onClose }: { country: string; onClose: () => void }) {
  const rates = presetRates(country)
  const add = trpc.letterhead.addTaxRates.useMutation({
    onError: errorToast('Failed to add the tax rates'),
    onSuccess: () => toast({ title: 'Tax rates added' }),
  })
  const names = rates.map(({ name }) => name).join(', ')
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Usual rates in ${countryName(country)}`}
      message={`${names}. As of ${formatDate(TAX_PRESETS_AS_OF)}; please check that they apply to what you sell.`}
      confirmLabel="Add these rates"
      onConfirm={() => add.mutateAsync({ rates })}
    />
  )
}

interface TaxRateRowProps {
  rate: TaxRateDto
  standard: boolean
  onEdit: () => void
}

function TaxRateRow({ rate, standard, onEdit }: TaxRateRowProps) {
  const archived = rate.archived_at !== null
  const utils = trpc.useUtils()
  const [uses, setUses] = useState<string | null>(null)
  const onError = errorToast('Failed to change the tax rate')
  const archive = trpc.letterhead.setTaxRateArchived.useMutation({ onError })
  const change = { id: rate.id, archived: !archived }
  const askBeforeArchiving = async () => {
    const found = usesText(await utils.letterhead.taxRateUses.fetch({ id: rate.id }, { staleTime: 0 }))
    if (found === null) archive.mutate(change)
    else setUses(found)
  }
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text size="sm" fw={500} c={archived ? 'dimmed' : undefined}>
            {rate.name}
          </Text>
          {standard && <StatusBadge status="default" label="Default" tone="info" />}
          {archived && <StatusBadge status="archived" label="Archived" />}
        </Group>
        <Text size="xs" c="dimmed">
          {`${formatBasisPoints(rate.bps)} · ${TAX_CATEGORY_NAMES[rate.category]}`}
          {rate.note !== null && ` · ${rate.note}`}
        </Text>
      </div>
      <ActionMenu label={rate.name}>
        <Menu.Item onClick={onEdit}>Edit</Menu.Item>
        <Menu.Item
          onClick={() => (archived ? archive.mutate(change) : void askBeforeArchiving().catch(onError))}
        >
          {archived ? 'Restore' : 'Archive'}
        </Menu.Item>
      </ActionMenu>
      <ConfirmDialog
        opened={uses !== null}
        onClose={() => setUses(null)}
        title={`Archive ${rate.name}?`}
        message={`It is ${uses}. Clients, products and existing lines keep it. Recurring invoices that use it will create drafts for you to send.`}
        confirmLabel="Archive"
        onConfirm={() => archive.mutateAsync(change)}
      />
    </li>
  )
}
