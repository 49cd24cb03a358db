import { Group, Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ResetTwoFactorDialog, ResetTwoFactorItem } from '#client/components/forms/proof/reset-two-factor.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { Row, Rows } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { ClientAccountDto, ClientDto } from '#shared/people/clients.ts'
import { useClientRights } from '../use-client-rights.ts'

interface ClientAccountsProps {
  client: ClientDto
  accounts: ClientAccountDto[]
}

/** The accounts that sign in for the whole company; those of contacts are shown with them. */
export function ClientAccounts({ client, accounts }: ClientAccountsProps) {
  const { write } = useClientRights()
  const [removing, setRemoving] = useState<ClientAccountDto | null>(null)
  const [resetting, setResetting] = useState<ClientAccountDto | null>(null)
  const remove = trpc.clients.removeAccount.useMutation({
    onError: errorToast('Failed to remove the account'),
  })
  const confirmRemoval = async ({ user_id, email }: ClientAccountDto) => {
    await remove.mutateAsync({ user_id })
    toast({
      title: 'Account removed',
      message: `${email} no longer has access to ${client.name} in the portal.`,
    })
  }
  return (
    <>
      <Rows label="Accounts">
        {accounts.map((account) => (
          <Row key={account.user_id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <StatusBadge status="active" label={`${account.email} has an account`} />
              {write && (
                <ActionMenu label={account.email}>
                  <Menu.Item
                    leftSection={<IconTrash size={16} aria-hidden />}
                    color="red"
                    onClick={() => setRemoving(account)}
                  >
                    Remove
                  </Menu.Item>
                  {/* Loads after the menu has opened, so it must not move the other item. */}
                  <ResetTwoFactorItem email={account.email} onClick={() => setResetting(account)} />
                </ActionMenu>
              )}
            </Group>
          </Row>
        ))}
      </Rows>
      {resetting !== null && (
        <ResetTwoFactorDialog email={resetting.email} onClose={() => setResetting(null)} />
      )}
      {removing !== null && (
        <ConfirmDialog
          opened
          onClose={() => setRemoving(null)}
          title="Remove account"
          message={`${removing.name} (${removing.email}) will be signed out and can no longer see anything that belongs to ${client.name}.`}
          confirmLabel="Remove account"
          destructive
          onConfirm={() => confirmRemoval(removing)}
        />
      )}
    </>
  )
}
