import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconEye, IconPencil } from '@tabler/icons-react'
import { ActionMenu } from '#client/components/action-menu.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { toast } from '#client/lib/toast.ts'
import type { ClientDto } from '#shared/clients.ts'
import { CLOSED_DRAWER, clientSearch } from './client-search.ts'
import { useArchiveClient } from './use-archive-client.ts'
import { useClientRights } from './use-client-rights.ts'

const ICON = 16

export function ClientMenu({ client }: { client: ClientDto }) {
  const [, setState] = useSearchState(clientSearch)
  const { write } = useClientRights()
  const setArchived = useArchiveClient()
  const archived = client.archived_at !== null
  const edit = () => {
    setState({ edit: client.id }, 'push')
    toast({ title: 'Action Performed', message: `Client "${client.name}" is open for editing.` })
  }
  const view = () => {
    setState({ ...CLOSED_DRAWER, client: client.id }, 'push')
    toast({ title: 'Action Performed', message: `Showing the details of "${client.name}".` })
  }
  return (
    <ActionMenu label={client.name}>
      {write && (
        <Menu.Item leftSection={<IconPencil size={ICON} aria-hidden />} onClick={edit}>
          Edit
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconEye size={ICON} aria-hidden />} onClick={view}>
        View Details
      </Menu.Item>
      {write && (
        <Menu.Item
          leftSection={
            archived ? <IconArchiveOff size={ICON} aria-hidden /> : <IconArchive size={ICON} aria-hidden />
          }
          onClick={() => setArchived(client.id, !archived)}
        >
          {archived ? 'Restore' : 'Archive'}
        </Menu.Item>
      )}
    </ActionMenu>
  )
}
