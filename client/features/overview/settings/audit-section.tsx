import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { DataList } from '#client/components/lists/data-list.tsx'
import { FilterBar, FilterSelect, SearchField } from '#client/components/lists/filter-bar.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/calls/trpc.ts'
import { sentence } from '#client/lib/labels.ts'
import { downloadText } from '#client/lib/loading/download.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useZone } from '#client/lib/session/session.ts'
import { formatInstant } from '#client/lib/time/dates.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import { AUDIT_AREAS, type AuditEntryDto } from '#shared/reactions/audit.ts'
import classes from './section/settings.module.css'
import { settingsSearch } from './section/settings-search.ts'

const SUBJECTS: Record<string, string | undefined> = { 'api-token': 'API token' }

/** The append-only log of account and platform events. */
export function AuditSection() {
  const [{ search, action }, setState] = useSearchState(settingsSearch)
  const filters = { search, action }
  const list = trpc.audit.list.useInfiniteQuery(filters, byCursor)
  return (
    <SettingsCard
      title="Audit log"
      description="Security events and administrator actions. Entries can't be changed or deleted."
    >
      <FilterBar>
        <SearchField
          label="Search by person or detail"
          value={search}
          onChange={(text) => setState({ search: text })}
        />
        <FilterSelect
          label="Event"
          all="All events"
          options={AUDIT_AREAS}
          value={action}
          onChange={(value) => setState({ action: value })}
        />
        <ExportButton filters={filters} />
      </FilterBar>
      <DataList
        query={list}
        label="Audit log"
        layout="rows"
        itemHeight={58}
        itemKey={(entry) => entry.id}
        renderItem={(entry) => <AuditRow entry={entry} />}
        filtered={search !== '' || action !== null}
        noMatchTitle="No events found"
        onClearFilters={() => setState({ search: '', action: null })}
        empty={
          <EmptyState
            drawing="lock"
            title="No entries yet"
            message="Sign-ins, password changes and other security events appear here."
          />
        }
      />
    </SettingsCard>
  )
}

function AuditRow({ entry }: { entry: AuditEntryDto }) {
  const zone = useZone()
  const across = useCan('platform.manage')
  const [subject = '', verb = ''] = entry.action.split('.')
  const facts = [entry.actor_name, across ? entry.agency_name : null, entry.detail]
  return (
    <div className={classes.event}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text size="sm" fw={500}>
          {SUBJECTS[subject] ?? sentence(subject)}: {sentence(verb).toLowerCase()}
        </Text>
        <time className={classes.when} dateTime={entry.created_at}>
          {formatInstant(entry.created_at, zone)}
        </time>
      </Group>
      <Text size="xs" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}

function ExportButton({ filters }: { filters: { search: string; action: string | null } }) {
  const utils = trpc.useUtils()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const { csv } = await utils.audit.exportCsv.fetch(filters, { staleTime: 0 })
      downloadText('audit-log.csv', csv)
    } catch (error) {
      errorToast('Failed to export the audit log')(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      onClick={() => void download()}
    >
      Export CSV
    </Button>
  )
}
