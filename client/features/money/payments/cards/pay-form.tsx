import { Button, Checkbox, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '../payments.module.css'
import { ChargeAlert } from './charge-alert.tsx'
import type { useCharge } from './use-charge.ts'

interface PayFormProps extends Pick<ReturnType<typeof useCharge>, 'alert' | 'processing'> {
  /** Renders the provider's fields; null when a saved card is used. */
  children: ReactNode
  /** Whether to save the card; null if this isn't offered. */
  keep: { checked: boolean; onChange: (checked: boolean) => void } | null
  submitLabel: string
  onCancel?: (() => void) | undefined
  onSubmit: () => void
}

/** The layout around every provider's fields. */
export function PayForm({
  children,
  keep,
  alert,
  processing,
  submitLabel,
  onCancel,
  onSubmit,
}: PayFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onSubmit()
      }}
    >
      <Stack gap="sm">
        {children}
        {keep !== null && (
          <Checkbox
            className={classes.choice}
            label="Save this card"
            checked={keep.checked}
            onChange={(event) => keep.onChange(event.currentTarget.checked)}
          />
        )}
        <ChargeAlert alert={alert} />
        <Group gap="xs">
          <Button type="submit" disabled={processing}>
            {processing ? 'Processing...' : submitLabel}
          </Button>
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel} disabled={processing}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
