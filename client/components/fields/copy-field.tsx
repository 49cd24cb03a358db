import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopy } from '#client/lib/copy.ts'

interface CopyFieldProps {
  label: string
  /** The button's text, for example "Copy pay link". */
  copyLabel: string
  value: string
}

/** A URL that is shown only once. */
export function CopyField({ label, copyLabel, value }: CopyFieldProps) {
  const { shown, copied, copy } = useCopy<HTMLInputElement>(value)
  return (
    <TextInput
      ref={shown}
      label={label}
      description="Copy it now. It won’t be shown again."
      readOnly
      mb="xs"
      value={value}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <ActionIcon aria-label={copied ? 'Copied' : copyLabel} onClick={copy} size={28}>
          {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      }
    />
  )
}
