import { Text } from '@mantine/core'
import { ProofDialog } from '#client/components/forms/proof/proof-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { endSession } from '#client/lib/session/end-session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { OwnerDto } from '#shared/identity/owners.ts'

interface OwnerDialogProps {
  owner: OwnerDto
  twoFactor: boolean
  onClose: () => void
}

/** Disables an owner's access or restores it. */
export function DisableDialog({ owner, ...dialog }: OwnerDialogProps) {
  const { user_id, name, disabled } = owner
  const setDisabled = trpc.owners.setDisabled.useMutation()
  return (
    <ProofDialog
      {...dialog}
      title={disabled ? `Enable ${name}?` : `Disable ${name}?`}
      submitLabel={disabled ? 'Enable owner' : 'Disable owner'}
      destructive={!disabled}
      act={async (proof) => {
        await setDisabled.mutateAsync({ user_id, disabled: !disabled, ...proof })
        toast({ title: `${name} ${disabled ? 'enabled' : 'disabled'}` })
      }}
      fallback={`Failed to ${disabled ? 'enable' : 'disable'} ${name}`}
    >
      <Text size="sm">
        {disabled
          ? 'They’ll be able to sign in and see and change everything in the agency again.'
          : 'They’ll be signed out everywhere, and their tokens and calendar link will stop working. You can enable them again.'}
      </Text>
    </ProofDialog>
  )
}

export function RemoveDialog({ owner, ...dialog }: OwnerDialogProps) {
  const { user_id, name } = owner
  const remove = trpc.owners.remove.useMutation()
  return (
    <ProofDialog
      {...dialog}
      title={`Remove ${name}?`}
      submitLabel="Remove owner"
      destructive
      act={async (proof) => {
        await remove.mutateAsync({ user_id, ...proof })
        toast({ title: `${name} removed` })
      }}
      fallback={`Failed to remove ${name}`}
    >
      <Text size="sm">
        They’ll be signed out everywhere and lose access to everything in the agency. Their account is not
        deleted.
      </Text>
    </ProofDialog>
  )
}

/** For an owner who leaves the agency. */
export function LeaveDialog({ owner, ...dialog }: OwnerDialogProps) {
  const leave = trpc.owners.remove.useMutation()
  return (
    <ProofDialog
      {...dialog}
      title="Leave the agency?"
      submitLabel="Leave agency"
      destructive
      act={async (proof) => {
        await leave.mutateAsync({ user_id: owner.user_id, ...proof })
        toast({ title: 'You left the agency' })
        endSession()
      }}
      fallback="Failed to leave the agency"
    >
      <Text size="sm">
        You’ll be signed out and lose access to everything in the agency. Only an owner can invite you back.
      </Text>
    </ProofDialog>
  )
}

/** Transfers the agency to another owner, who becomes the primary one. */
export function HandOverDialog({ owner, ...dialog }: OwnerDialogProps) {
  const { user_id, name } = owner
  const handOver = trpc.owners.handOver.useMutation()
  return (
    <ProofDialog
      {...dialog}
      title={`Make ${name} the primary owner`}
      submitLabel="Hand over agency"
      destructive
      act={async (proof) => {
        await handOver.mutateAsync({ user_id, ...proof })
        toast({ title: `${name} is now the primary owner` })
      }}
      fallback="Failed to hand over the agency"
    >
      <Text size="sm">
        The agency will belong to {name}, who pays for the plan from then on and can remove you. If the plan
        renews on your card, it ends with the current period; {name} can choose it again.
      </Text>
    </ProofDialog>
  )
}
