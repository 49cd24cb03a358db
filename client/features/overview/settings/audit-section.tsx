import { Group, Text } from '@mantine/core'
import { DataList } from '#client/components/lists/data-list.tsx'
import { ExportButton } from '#client/components/lists/export-button.tsx'
import { FilterBar, FilterSelect, SearchField } from '#client/components/lists/filter-bar.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { sentence } from '#client/lib/labels.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useZone } from '#client/lib/session/session.ts'
import { formatInstant } from '#client/lib/time/dates.ts'
import { AUDIT_AREAS, type AuditEntryDto } from '#shared/reactions/audit.ts'
import classes from './section/settings.module.css'
import { settingsSearch } from './section/settings-search.ts'

const SUBJECTS: Record<string, string | undefined> = { 'api-token': 'API token' }

/** The append-only log of account and platform events. */
export function AuditSection() {
  const [{ search, action }, setState] = useSearchState(settingsSearch)
  const filters = { search, action }
  const utils = trpc.useUtils()
  const list = trpc.audit.list.useInfiniteQuery(filters, byCursor)
  return (
    <SettingsCard
      title="Audit log"
      description="Security events and administrator actions. Entries can’t be changed or deleted."
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
        <ExportButton
          load={async () => ({
            ...(await utils.audit.exportCsv.fetch(filters, { staleTime: 0 })),
            filename: 'audit-log.csv',
          })}
          failed="Failed to export the audit log"
        />
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
