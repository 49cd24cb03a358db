import { Button, Checkbox, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '../payments.module.css'
import type { Tick } from './card-fields.ts'
import { ChargeAlert } from './charge-alert.tsx'
import type { useCharge } from './use-charge.ts'

interface PayFormProps extends Pick<ReturnType<typeof useCharge>, 'alert' | 'processing'> {
  /** Renders the provider's fields; null when a saved card is used. */
  children: ReactNode
  /** Whether to save the card; null if this isn't offered. */
  keep: (Tick & { disabled?: boolean }) | null
  automatic?: Tick | undefined
  submitLabel: string
  disabled?: boolean | undefined
  onCancel?: (() => void) | undefined
  onSubmit: () => void
}

/** The layout around every provider's fields. */
export function PayForm({
  children,
  keep,
  automatic,
  alert,
  processing,
  submitLabel,
  disabled = false,
  onCancel,
  onSubmit,
}: PayFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (!disabled) onSubmit()
      }}
    >
      <Stack gap="sm">
        {children}
        {automatic !== undefined && (
          <Checkbox
            className={classes.choice}
            label="Pay future invoices automatically"
            description="This card is saved. You choose the terms after this payment."
            checked={automatic.checked}
            onChange={(event) => automatic.onChange(event.currentTarget.checked)}
          />
        )}
        {keep !== null && (
          <Checkbox
            className={classes.choice}
            label="Save this card"
            checked={keep.checked}
            disabled={keep.disabled ?? false}
            onChange={(event) => keep.onChange(event.currentTarget.checked)}
          />
        )}
        <ChargeAlert alert={alert} />
        <Group gap="xs">
          <Button type="submit" disabled={processing || disabled}>
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
