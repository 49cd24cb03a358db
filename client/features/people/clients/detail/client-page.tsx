import { DetailPage } from '#client/components/records/detail-page.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { EditClientDialog } from '../client-dialog.tsx'
import { CLOSED_CLIENT, clientSearch } from '../client-search.ts'
import { useClientRights } from '../use-client-rights.ts'
import { ClientView } from './client-view.tsx'

/** A client shown instead of the list it was opened from. */
export function ClientPage({ id }: { id: string }) {
  const [{ edit }, setState] = useSearchState(clientSearch)
  const { write } = useClientRights()
  const details = trpc.clients.details.useQuery({ id })
  return (
    <>
      <DetailPage
        query={details}
        kind="Client"
        back="All clients"
        closed={CLOSED_CLIENT}
        onClose={() => setState(CLOSED_CLIENT)}
      >
        {(found) => <ClientView key={found.client.id} details={found} />}
      </DetailPage>
      {write && edit !== null && (
        <EditClientDialog key={edit} id={edit} onClose={() => setState({ edit: null })} />
      )}
    </>
  )
}
