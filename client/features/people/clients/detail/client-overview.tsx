import { Anchor, Stack, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import type { ComponentType } from 'react'
import { DetailColumns } from '#client/components/records/detail-page.tsx'
import { Fact, Facts, Prose, Section } from '#client/components/records/detail-parts.tsx'
import { slotOf } from '#client/components/slot.tsx'
import { useOptimistic } from '#client/lib/queries/optimistic.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import type { ClientDetailsDto, ClientDto } from '#shared/people/clients.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { RecordActivity } from '../../../../components/activity/record-activity.tsx'
import { ProjectRows } from '../../../../components/records/project-rows.tsx'
import { PortalInvitation } from '../../invitations/portal-invitation.tsx'
import { useClientRights } from '../use-client-rights.ts'
import { ClientAccounts } from './client-accounts.tsx'
import { addressOf, ClientBilling } from './client-billing.tsx'
import type { ClientSlotProps } from './client-slots.ts'

const FromDomains = slotOf(
  import.meta.glob<ComponentType<ClientSlotProps>>('../../../*/*/slots/client-overview.tsx', {
    eager: true,
    import: 'ClientOverviewSlot',
  }),
)

interface ClientOverviewProps {
  details: ClientDetailsDto<ProjectDto>
  /** Single column, as in the drawer. */
  narrow?: boolean
}

export function ClientOverview({ details, narrow = false }: ClientOverviewProps) {
  const { client, projects } = details
  return (
    <DetailColumns
      narrow={narrow}
      side={
        <>
          <ClientFacts client={client} />
          <ClientBilling client={client} />
          <PortalAccess details={details} />
        </>
      }
      stream={
        <Section title="Activity">
          <RecordActivity
            of={{ client_id: client.id }}
            emptyMessage="Changes to this client and its projects appear here."
          />
        </Section>
      }
    >
      <Section title="Projects">
        <ProjectRows projects={projects} empty="No projects yet." />
        {client.project_count > projects.length && (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/projects" search={{ client_id: client.id }} {...props} />}
          >
            All {client.project_count} projects
          </Anchor>
        )}
      </Section>
      {!narrow && <FromDomains client={client} />}
    </DetailColumns>
  )
}

function ClientFacts({ client }: { client: ClientDto }) {
  const zone = useZone()
  const address = addressOf(client)
  const toInvoices = (amount: number) => (
    <Anchor
      size="md"
      renderRoot={(props) => (
        <Link to="/clients" search={{ client: client.id, tab: 'invoices' }} {...props} />
      )}
    >
      {formatMoney(amount, client.currency)}
    </Anchor>
  )
  return (
    <Facts>
      <Fact label="Email">
        <Anchor size="md" href={`mailto:${client.email}`}>
          {client.email}
        </Anchor>
      </Fact>
      {client.phone !== null && (
        <Fact label="Phone">
          <Anchor size="md" href={`tel:${client.phone.replace(/[^\d+]/g, '')}`}>
            {client.phone}
          </Anchor>
        </Fact>
      )}
      {client.company !== null && <Fact label="Company">{client.company}</Fact>}
      {address !== '' && (
        <Fact label="Address">
          <Prose>{address}</Prose>
        </Fact>
      )}
      <Fact label="Client since">{formatInstantDate(client.created_at, zone)}</Fact>
      <Fact label="Paid">{toInvoices(client.total_paid)}</Fact>
      <Fact label="Outstanding">{toInvoices(client.outstanding_amount)}</Fact>
    </Facts>
  )
}

/** Portal access for the whole company, and the invitation for its own email address. */
function PortalAccess({ details }: { details: ClientDetailsDto<ProjectDto> }) {
  const { client, portal_status, accounts } = details
  const { write } = useClientRights()
  const archived = client.archived_at !== null
  const setAccess = trpc.clients.setPortalAccess.useMutation(
    useOptimistic<ClientDetailsDto<ProjectDto>, { portal_access: boolean }>(
      getQueryKey(trpc.clients.details, { id: client.id }, 'query'),
      (data, { portal_access }) => ({ ...data, client: { ...data.client, portal_access } }),
      'Failed to save client',
    ),
  )
  return (
    <Section title="Client Portal">
      <Stack gap="sm">
        <Switch
          label="Portal access"
          description={
            client.portal_access && !archived
              ? 'People at this client who have an account can sign in.'
              : 'No one at this client can sign in.'
          }
          checked={client.portal_access}
          disabled={!write}
          onChange={(event) =>
            setAccess.mutate({ id: client.id, portal_access: event.currentTarget.checked })
          }
        />
        {accounts.length > 0 && <ClientAccounts client={client} accounts={accounts} />}
        {client.portal_access && !archived && portal_status !== 'active' && (
          <PortalInvitation
            invitee={{ email: client.email, role: 'client', client_id: client.id }}
            status={portal_status}
          />
        )}
        {archived && (
          <Text size="sm" c="dimmed">
            Restore {client.name} to give its people access again.
          </Text>
        )}
        {!client.portal_access && !archived && (
          <Text size="sm" c="dimmed">
            Turn on portal access to invite {client.email}.
          </Text>
        )}
      </Stack>
    </Section>
  )
}
