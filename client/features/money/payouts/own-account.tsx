import { Button } from '@mantine/core'
import { useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'

const AccountDialog = lazyLayer(() => import('./account-dialog.tsx'), 'AccountDialog')

/** A contributor's button to enter the account for their payouts. */
export function OwnAccount() {
  const { viewing_as } = useUser()
  const [editing, setEditing] = useState(false)
  const account = trpc.payouts.account.useQuery({})
  if (viewing_as || account.data === undefined) return null
  const label = account.data === null ? 'Add bank account' : `Bank account ${account.data.iban_hint}`
  return (
    <>
      <Button variant="default" onClick={() => setEditing(true)}>
        {label}
      </Button>
      {editing && <AccountDialog employeeId={null} onClose={() => setEditing(false)} />}
    </>
  )
}
