import { Button, Group, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { AGREEMENT_LABELS } from '#shared/money/self-billing.ts'
import { AgreementFacts } from './agreement-text.tsx'
import { SelfBillList } from './self-bill-list.tsx'
import { AGREEMENT_TONES } from './tones.ts'

const AcceptDialog = lazyLayer(() => import('./accept-dialog.tsx'), 'AcceptDialog')

/** A contributor's self-billing agreement with its documents; hidden until an owner requests one. */
export function OwnSelfBilling() {
  const { viewing_as } = useUser()
  const [asking, setAsking] = useState<'accept' | 'revoke' | null>(null)
  const { data } = trpc.payouts.selfBilling.useQuery({})
  const revoke = trpc.payouts.revokeSelfBilling.useMutation({
    onError: errorToast('Failed to revoke the agreement'),
  })
  const agreement = data?.agreement ?? null
  if (data === undefined || agreement === null) return null
  const { state } = agreement
  const isOpen = state === 'requested' || state === 'active'
  const close = () => setAsking(null)
  return (
    <Stack component="section" aria-labelledby="own-self-billing" gap="xs">
      <Group gap="xs">
        <Title order={2} size="h4" id="own-self-billing">
          Self-billing
        </Title>
        <StatusBadge status={state} label={AGREEMENT_LABELS[state]} tone={AGREEMENT_TONES[state]} />
      </Group>
      <AgreementFacts agreement={agreement} />
      {isOpen && !viewing_as && (
        <Group gap="xs">
          <Button variant={state === 'requested' ? 'filled' : 'default'} onClick={() => setAsking('accept')}>
            {state === 'requested' ? 'Read and accept' : 'Change details'}
          </Button>
          <Button variant="default" onClick={() => setAsking('revoke')}>
            {state === 'requested' ? 'Decline' : 'Revoke agreement'}
          </Button>
        </Group>
      )}
      <SelfBillList employeeId={data.employee_id} />
      {asking === 'accept' && <AcceptDialog agreement={agreement} onClose={close} />}
      <ConfirmDialog
        opened={asking === 'revoke'}
        onClose={close}
        title={state === 'requested' ? 'Decline self-billing' : 'Revoke agreement'}
        message="The agency can no longer write your bills. Existing documents stay valid."
        confirmLabel={state === 'requested' ? 'Decline' : 'Revoke agreement'}
        destructive
        onConfirm={async () => {
          await revoke.mutateAsync({ version: agreement.version })
          toast({ title: state === 'requested' ? 'Self-billing declined' : 'Agreement revoked' })
        }}
      />
    </Stack>
  )
}
