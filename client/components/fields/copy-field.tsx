import { ActionIcon, CopyButton, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

interface CopyFieldProps {
  label: string
  /** The button's text, for example "Copy pay link". */
  copyLabel: string
  value: string
}

/** A URL that is shown only once. */
export const CopyField = ({ label, copyLabel, value }: CopyFieldProps) => (
  <TextInput
    label={label}
    description="Copy it now. It won't be shown again."
    readOnly
    mb="xs"
    value={value}
    onFocus={(event) => event.currentTarget.select()}
    rightSection={
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon aria-label={copied ? 'Copied' : copyLabel} onClick={copy} size={28}>
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    }
  />
)
