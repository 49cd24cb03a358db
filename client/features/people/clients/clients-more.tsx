import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconMail, IconUpload } from '@tabler/icons-react'
import { useSearchState } from '#client/lib/search-state.ts'
import { useMayInvite } from '../invitations/use-may-invite.ts'
import { clientSearch } from './client-search.ts'
import { useClientRights } from './use-client-rights.ts'

const ICON = 16

/** Actions on all clients. */
export function ClientsMore() {
  const [, setState] = useSearchState(clientSearch)
  const { write } = useClientRights()
  const mayInvite = useMayInvite()
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" aria-label="More client actions">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayInvite && (
          <Menu.Item
            leftSection={<IconMail size={ICON} aria-hidden />}
            onClick={() => setState({ invitations: true }, 'push')}
          >
            Invitations
          </Menu.Item>
        )}
        {write && (
          <Menu.Item
            leftSection={<IconUpload size={ICON} aria-hidden />}
            onClick={() => setState({ import: true }, 'push')}
          >
            Import CSV
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconDownload size={ICON} aria-hidden />}
          component="a"
          href="/exports/clients.csv"
          download
        >
          Export CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
