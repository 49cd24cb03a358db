import { IconArchive, IconArchiveOff, IconEye } from '@tabler/icons-react'
import { RecordMenu } from '#client/components/records/record-menu.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { CLOSED_CLIENT, clientSearch } from './client-search.ts'
import { useArchiveClient } from './use-archive-client.ts'
import { useClientRights } from './use-client-rights.ts'

export function ClientMenu({ client: { id, name, archived_at } }: { client: ClientDto }) {
  const [, setState] = useSearchState(clientSearch)
  const setArchived = useArchiveClient()
  return (
    <RecordMenu
      kind="Client"
      name={name}
      write={useClientRights().write}
      onEdit={() => setState({ edit: id }, 'push')}
      view={{
        label: 'View Details',
        icon: IconEye,
        onClick: () => setState({ ...CLOSED_CLIENT, client: id }, 'push'),
        said: `Showing the details of "${name}".`,
      }}
      aside={
        archived_at === null
          ? { label: 'Archive', icon: IconArchive, onClick: () => setArchived(id, true) }
          : { label: 'Restore', icon: IconArchiveOff, onClick: () => setArchived(id, false) }
      }
    />
  )
}
