import { Button, Menu, Text } from '@mantine/core'
import { IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { EditDialog } from '../edit-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'

const TITLE = 'Reset two-factor sign-in'

interface ResetTwoFactorProps {
  /** What the person signs in with. */
  email: string
}

/** Whether the person has a second factor that the caller may reset. */
export const useResettable = (email: string): boolean =>
  trpc.members.usesTwoFactor.useQuery({ email }, { staleTime: 0 }).data?.two_factor ?? false

/** For someone who lost their phone and recovery codes; nothing if the person has no second factor. */
export function ResetTwoFactorButton({ email }: ResetTwoFactorProps) {
  const [confirming, setConfirming] = useState(false)
  const shown = useResettable(email)
  if (!shown && !confirming) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
        {TITLE}
      </Button>
      {confirming && <ResetTwoFactorDialog email={email} onClose={() => setConfirming(false)} />}
    </>
  )
}

/** The same in a menu. */
export function ResetTwoFactorItem({ email, onClick }: ResetTwoFactorProps & { onClick: () => void }) {
  if (!useResettable(email)) return null
  return (
    <Menu.Item leftSection={<IconShieldOff size={16} aria-hidden />} onClick={onClick}>
      {TITLE}
    </Menu.Item>
  )
}

export function ResetTwoFactorDialog({ email, onClose }: ResetTwoFactorProps & { onClose: () => void }) {
  const settings = trpc.settings.get.useQuery(undefined, { staleTime: 0 })
  const reset = trpc.members.resetTwoFactor.useMutation()
  return (
    <EditDialog title={TITLE} query={settings} onClose={onClose}>
      {({ security }) => (
        <ProofDialog
          title={TITLE}
          submitLabel={TITLE}
          destructive
          twoFactor={security.two_factor}
          act={async (proof) => {
            await reset.mutateAsync({ email, ...proof })
            toast({
              title: 'Two-factor sign-in is off',
              message: `${email} can sign in with their password.`,
            })
          }}
          fallback="Failed to reset two-factor sign-in"
          onClose={onClose}
        >
          <Text size="sm">
            Use this for someone who has lost their phone and recovery codes. First make sure that the request
            really comes from them. {email} will be signed out everywhere and notified by email, and can then
            sign in with just the password.
          </Text>
        </ProofDialog>
      )}
    </EditDialog>
  )
}
