import { Anchor, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { isWaiting, useUser, useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { ApiTokenDto } from '#shared/identity/api-tokens.ts'
import type { SectionProps } from '../section/section-props.ts'
import classes from '../section/settings.module.css'
import { scopeWords } from './scope-words.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { TokenDialog } from './token-dialog.tsx'

export function TokensCard({ settings: { security } }: SectionProps) {
  const query = trpc.apiTokens.list.useQuery()
  const { data } = query
  const waiting = isWaiting(useUser())
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <SettingsCard
      title="API tokens"
      description={
        <>
          Tokens let integrations act as you, in the areas you choose. All of them are revoked when your
          password changes or you turn on two-factor authentication. See the API description at{' '}
          <Anchor href="/api/openapi.json" inherit underline="always">
            /api/openapi.json
          </Anchor>
          .
        </>
      }
    >
      {!waiting && (
        <Group gap="xs">
          <Button variant="default" onClick={() => setCreating(true)}>
            New token
          </Button>
          {data !== undefined && data.length > 0 && <RevokeAll />}
        </Group>
      )}
      {data === undefined && <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {waiting
            ? 'You can create tokens once you belong to an agency.'
            : 'No tokens yet. Create one per integration so each can be revoked separately.'}
        </Text>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.rows} aria-label="API tokens">
          {data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      {creating && (
        <TokenDialog twoFactor={security.two_factor} onClose={() => setCreating(false)} onDone={setSecret} />
      )}
      {secret !== null && (
        <SecretDialog
          title="Your new token"
          message="Send it in the header “Authorization: Bearer …”. It won’t be shown again."
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </SettingsCard>
  )
}

function RevokeAll() {
  const [confirming, setConfirming] = useState(false)
  const revoke = trpc.apiTokens.revokeAll.useMutation({
    onError: errorToast('Failed to revoke the tokens'),
    onSuccess: () => toast({ title: 'All tokens revoked' }),
  })
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        Revoke all
      </Button>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Revoke all tokens?"
        message="All integrations that use your tokens will immediately lose access."
        confirmLabel="Revoke all tokens"
        destructive
        onConfirm={() => revoke.mutateAsync()}
      />
    </>
  )
}

function TokenRow({ token }: { token: ApiTokenDto }) {
  const zone = useZone()
  const { role } = useUser()
  const [confirming, setConfirming] = useState(false)
  const revoke = trpc.apiTokens.revoke.useMutation({
    onError: errorToast('Failed to revoke the token'),
    onSuccess: () => toast({ title: `Token "${token.name}" revoked` }),
  })
  const expired = Date.parse(token.expires_at) <= Date.now()
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {token.name}
          </Text>
          {expired && <StatusBadge status="draft" label="Expired" />}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          …{token.hint} · {expired ? 'expired' : 'expires'} {formatInstantDate(token.expires_at, zone)} ·{' '}
          {token.last_used_at === null ? (
            'never used'
          ) : (
            <>
              used <RelativeTime instant={token.last_used_at} />
              {token.last_used_over !== null && ` over ${token.last_used_over}`}
            </>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {scopeWords(token.scopes, role)}
        </Text>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={`Revoke ${token.name}`}
        onClick={() => setConfirming(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={`Revoke ${token.name}?`}
        message="Integrations that use this token will immediately lose access."
        confirmLabel="Revoke token"
        destructive
        onConfirm={() => revoke.mutateAsync({ id: token.id })}
      />
    </li>
  )
}
