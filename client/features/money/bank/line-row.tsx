import { Button, Group, Text } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { type BankLineDto, type BankSuggestion, CERTAIN } from '#shared/money/bank/bank.ts'
import classes from './bank.module.css'

interface LineRowProps {
  line: BankLineDto
  writes: boolean
  onOpen: () => void
  onAccepted: () => void
}

export function LineRow({ line, writes, onOpen, onAccepted }: LineRowProps) {
  const { booked_on, party_name, text, amount, currency, account_name } = line
  return (
    <div className={classes.line}>
      <Text size="sm" c="dimmed" className={classes.date}>
        {formatDate(booked_on)}
      </Text>
      <div className={classes.what}>
        <Text size="sm" fw={500}>
          {party_name || 'Unknown party'}
        </Text>
        <Text size="xs" c="dimmed" className={classes.text}>
          {[text, account_name].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Text size="sm" fw={500} className={classes.amount} data-out={amount < 0 || undefined}>
        {formatMoney(amount, currency)}
      </Text>
      <div className={classes.actions}>
        {line.status === 'open' && (
          <Suggestions line={line} writes={writes} onOpen={onOpen} onAccepted={onAccepted} />
        )}
        {line.status === 'matched' && <Matched line={line} writes={writes} />}
        {line.status === 'ignored' && writes && <TakeBack id={line.id} />}
      </div>
    </div>
  )
}

/** The maximum number of suggestions shown as buttons; the panel shows all. */
const MAX_SHOWN = 2

function Suggestions({ line, writes, onOpen, onAccepted }: LineRowProps) {
  const accept = trpc.bank.accept.useMutation({ onError: errorToast('Failed to match the line') })
  const undo = useUndo()
  const take = ({ parts, label }: BankSuggestion) => {
    onAccepted()
    accept.mutate(
      { id: line.id, version: line.version, parts },
      {
        onSuccess: () =>
          toast({
            title: 'Line matched',
            message: label,
            action: { label: 'Undo', onClick: () => undo.mutate({ id: line.id }) },
          }),
      },
    )
  }
  const shown = line.suggestions.slice(0, MAX_SHOWN)
  const [best] = shown
  return (
    <>
      {best !== undefined && (
        <Text size="xs" c="dimmed">
          {best.reason}.
        </Text>
      )}
      <Group gap="xs">
        {writes &&
          shown.map((suggestion, index) => (
            <Button
              key={suggestion.label}
              size="xs"
              className={classes.chip}
              variant={suggestion.confidence >= CERTAIN ? 'filled' : 'light'}
              loading={accept.isPending}
              onClick={() => take(suggestion)}
              {...(index === 0 && { 'data-accept': line.id })}
            >
              {suggestion.label}
            </Button>
          ))}
        {writes && (
          <>
            <Button size="xs" variant="default" onClick={onOpen}>
              {shown.length === 0 ? 'Match' : 'Other'}
            </Button>
            <Ignore id={line.id} />
          </>
        )}
      </Group>
    </>
  )
}

function Ignore({ id }: { id: string }) {
  const ignore = trpc.bank.setIgnored.useMutation({ onError: errorToast('Failed to ignore the line') })
  return (
    <Button
      size="xs"
      variant="subtle"
      loading={ignore.isPending}
      onClick={() => ignore.mutate({ id, ignored: true })}
    >
      Ignore
    </Button>
  )
}

function TakeBack({ id }: { id: string }) {
  const restore = trpc.bank.setIgnored.useMutation({ onError: errorToast('Failed to restore the line') })
  return (
    <Button
      size="xs"
      variant="default"
      loading={restore.isPending}
      onClick={() => restore.mutate({ id, ignored: false })}
    >
      Restore
    </Button>
  )
}

const useUndo = () => trpc.bank.undo.useMutation({ onError: errorToast('Failed to undo the match') })

function Matched({ line: { id, matches }, writes }: { line: BankLineDto; writes: boolean }) {
  const undo = useUndo()
  return (
    <Group gap="xs">
      <Text size="xs" c="dimmed">
        {matches.map(({ label }) => label).join(', ')}
      </Text>
      {writes && (
        <Button size="xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate({ id })}>
          Undo
        </Button>
      )}
    </Group>
  )
}
