import { DetailPage } from '#client/components/detail-page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { trpc } from '#client/lib/trpc.ts'
import { EditClientDialog } from '../client-dialog.tsx'
import { CLOSED_CLIENT, clientSearch } from '../client-search.ts'
import { useClientRights } from '../use-client-rights.ts'
import { ClientView } from './client-view.tsx'

/** A client in place of the list it was opened from. */
export function ClientPage({ id }: { id: string }) {
  const [{ edit }, setState] = useSearchState(clientSearch)
  const { write } = useClientRights()
  const details = trpc.clients.details.useQuery({ id })
  return (
    <>
      <DetailPage
        query={details}
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
