import { Stack } from '@mantine/core'
import { Fact, Facts, Section } from '#client/components/records/detail-parts.tsx'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { formatCard, formatCharged } from '#shared/base/amounts/money.ts'
import { formatCount, formatFixed } from '#shared/base/format.ts'
import type { AgencyDetailsDto } from '#shared/overview/agencies.ts'
import { agenciesSearch } from './agencies-search.ts'
import { AgencyActions } from './agency-actions.tsx'
import { AgencyStatus } from './agency-table.tsx'

/** An agency's drawer, open while the URL names it. */
export function AgencyDrawer() {
  const [{ agency: id }, setState] = useSearchState(agenciesSearch)
  const query = trpc.agencies.details.useQuery({ id: id ?? '' }, { enabled: id !== null })
  return (
    <RecordDrawer
      query={query}
      title={query.data?.name ?? 'Agency'}
      opened={id !== null}
      onClose={() => setState({ agency: null })}
    >
      {(found) => <AgencyDetail key={found.id} agency={found} />}
    </RecordDrawer>
  )
}

function AgencyDetail({ agency }: { agency: AgencyDetailsDto }) {
  const zone = useZone()
  return (
    <Stack gap="lg">
      <Section title="Agency">
        <Facts>
          <Fact label="Status">
            <AgencyStatus agency={agency} />
          </Fact>
          <Fact label="Owner">
            {agency.owner_name} · {agency.owner_email}
          </Fact>
          <Fact label="Joined">{formatInstantDate(agency.created_at, zone)}</Fact>
          <Fact label="Time zone">{agency.timezone}</Fact>
          <Fact label="Last active">
            {agency.last_active_at === null ? 'Never' : <RelativeTime instant={agency.last_active_at} />}
          </Fact>
          <Fact label="Revenue">{formatCard(agency.revenue, agency.currency)}</Fact>
          {agency.delete_after !== null && (
            <Fact label="Deletion date">{formatInstantDate(agency.delete_after, zone)}</Fact>
          )}
        </Facts>
      </Section>
      <Section title="Plan">
        <Facts>
          <Fact label="Plan">{agency.plan}</Fact>
          {agency.subscription !== null && (
            <>
              <Fact label="Price">
                {formatCharged(agency.subscription.price, agency.subscription.currency)}
              </Fact>
              <Fact label="Period ends">{formatInstantDate(agency.subscription.period_end, zone)}</Fact>
            </>
          )}
          {agency.trial_days_left !== null && (
            <Fact label="Trial">{formatCount(agency.trial_days_left, 'day left', 'days left')}</Fact>
          )}
        </Facts>
      </Section>
      <Section title="Usage">
        <Facts>
          <Fact label="Employees">{ofLimit(agency.employees, agency.limits.member_limit)}</Fact>
          <Fact label="Projects">{ofLimit(agency.projects, agency.limits.project_limit)}</Fact>
          <Fact label="Clients">{agency.clients}</Fact>
          <Fact label="Users">{agency.people}</Fact>
          <Fact label="Active in the last 30 days">{agency.active_people_30_days}</Fact>
          <Fact label="Files">{storageLabel(agency.storage, agency.limits.storage_limit_gb)}</Fact>
        </Facts>
      </Section>
      <AgencyActions agency={agency} />
    </Stack>
  )
}

const ofLimit = (used: number, limit: number | null): string =>
  limit === null ? `${used}` : `${used} of ${limit}`

const MEGABYTE = 1024 ** 2

function storageLabel(bytes: number, limitGb: number | null): string {
  const used = `${formatFixed(bytes / MEGABYTE, 1)} MB`
  return limitGb === null ? used : `${used} of ${limitGb} GB`
}
