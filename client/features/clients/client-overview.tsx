import { Anchor, Stack, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import { Fact, Facts, Prose, Section } from '#client/components/detail-parts.tsx'
import { formatInstantDate } from '#client/lib/dates.ts'
import { useOptimistic } from '#client/lib/optimistic.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useZone } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { ClientDetailsDto, ClientDto } from '#shared/clients.ts'
import { formatMoney } from '#shared/money.ts'
import { PortalInvitation } from '../invitations/portal-invitation.tsx'
import { ProjectRows } from '../projects/project/project-rows.tsx'
import { addressOf, ClientBilling } from './client-billing.tsx'
import { clientSearch } from './client-search.ts'
import { useClientRights } from './use-client-rights.ts'

export function ClientOverview({ details }: { details: ClientDetailsDto }) {
  const { client, projects } = details
  return (
    <Stack gap="lg">
      <ClientFacts client={client} />
      <ClientBilling client={client} />
      <PortalAccess details={details} />
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
    </Stack>
  )
}

function ClientFacts({ client }: { client: ClientDto }) {
  const zone = useZone()
  const address = addressOf(client)
  const [, setState] = useSearchState(clientSearch)
  const toInvoices = (amount: number) => (
    <Anchor component="button" type="button" size="md" onClick={() => setState({ tab: 'invoices' })}>
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

/** Portal access for the whole company, and the invitation for its own email. */
function PortalAccess({ details }: { details: ClientDetailsDto }) {
  const { client, portal_status } = details
  const { write } = useClientRights()
  const setAccess = trpc.clients.setPortalAccess.useMutation(
    useOptimistic<ClientDetailsDto, { portal_access: boolean }>(
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
            client.portal_access
              ? 'People at this client who have an account can sign in.'
              : 'No one at this client can sign in.'
          }
          checked={client.portal_access}
          disabled={!write}
          onChange={(event) =>
            setAccess.mutate({ id: client.id, portal_access: event.currentTarget.checked })
          }
        />
        {client.portal_access ? (
          <PortalInvitation
            invitee={{ email: client.email, role: 'client', client_id: client.id }}
            status={portal_status}
          />
        ) : (
          <Text size="sm" c="dimmed">
            Turn on portal access to invite {client.email}.
          </Text>
        )}
      </Stack>
    </Section>
  )
}
