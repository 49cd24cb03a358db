import { Anchor, Button, Group, NumberInput, Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppForm } from '#client/components/app-form.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { Skeletons } from '#client/components/data-list.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { formatInstantDate } from '#client/lib/dates.ts'
import { useZone } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { API_TOKEN_MAX_DAYS, type ApiTokenDto, apiTokenInput } from '#shared/api-tokens.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'
import { SecretDialog } from './secret-dialog.tsx'

const ACCESS = { read: 'Read only', write: 'Read and write' } as const

export function TokensCard() {
  const query = trpc.apiTokens.list.useQuery()
  const { data } = query
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <SettingsCard
      title="API tokens"
      description={
        <>
          Tokens give integrations your permissions. See the API description at{' '}
          <Anchor href="/api/openapi.json" inherit underline="always">
            /api/openapi.json
          </Anchor>
          .
        </>
      }
    >
      <Group>
        <Button variant="default" onClick={() => setCreating(true)}>
          New token
        </Button>
      </Group>
      {data === undefined && <Unanswered query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No tokens yet. Create one per integration so each can be revoked separately.
        </Text>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.rows} aria-label="API tokens">
          {data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      {creating && <TokenDialog onClose={() => setCreating(false)} onDone={setSecret} />}
      {secret !== null && (
        <SecretDialog
          title="Your new token"
          message="Send it in the header “Authorization: Bearer …”. It won't be shown again."
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </SettingsCard>
  )
}

function TokenRow({ token }: { token: ApiTokenDto }) {
  const zone = useZone()
  const [asking, setAsking] = useState(false)
  const revoke = trpc.apiTokens.revoke.useMutation({
    onError: errorToast('Failed to revoke the token'),
    onSuccess: () => toast({ title: `Token "${token.name}" revoked` }),
  })
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text size="sm" fw={500}>
          {token.name}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          …{token.hint} · {ACCESS[token.access]} · expires {formatInstantDate(token.expires_at, zone)} ·{' '}
          {token.last_used_at === null ? (
            'never used'
          ) : (
            <>
              used <RelativeTime instant={token.last_used_at} />
            </>
          )}
        </Text>
      </div>
      <Button size="xs" variant="default" aria-label={`Revoke ${token.name}`} onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Revoke ${token.name}?`}
        message="Integrations that use this token will immediately lose access."
        confirmLabel="Revoke token"
        destructive
        onConfirm={() => revoke.mutateAsync({ id: token.id })}
      />
    </li>
  )
}

const DEFAULT_DAYS = 90

interface TokenDialogProps {
  onClose: () => void
  /** Receives the new token. */
  onDone: (token: string) => void
}

function TokenDialog({ onClose, onDone }: TokenDialogProps) {
  const create = trpc.apiTokens.create.useMutation()
  const form = useAppForm({
    schema: apiTokenInput,
    initialValues: { name: '', access: 'read', expires_in_days: DEFAULT_DAYS },
    onSubmit: async (values) => {
      const { token } = await create.mutateAsync(values)
      onClose()
      onDone(token)
    },
    fallback: 'Failed to create the token',
  })
  const { fields } = form
  return (
    <FormDialog title="New token" opened onClose={onClose} form={form} submitLabel="Create token">
      <TextInput
        label="Name"
        required
        data-autofocus
        placeholder="Name of the integration"
        {...fields.getInputProps('name')}
      />
      <Select
        label="Access"
        data={[
          { value: 'read', label: ACCESS.read },
          { value: 'write', label: ACCESS.write },
        ]}
        {...fields.getInputProps('access')}
      />
      <NumberInput
        label="Expires in (days)"
        min={1}
        max={API_TOKEN_MAX_DAYS}
        allowDecimal={false}
        {...fields.getInputProps('expires_in_days')}
      />
    </FormDialog>
  )
}
