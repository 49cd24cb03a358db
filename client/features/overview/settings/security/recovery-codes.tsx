import { Button, Group, Text } from '@mantine/core'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { useCopy } from '#client/lib/copy.ts'
import { downloadText } from '#client/lib/loading/download.ts'
import classes from '../section/settings.module.css'

interface RecoveryCodesDialogProps {
  codes: string[]
  onClose: () => void
}

/** Shown once; only the button closes it, so that the codes aren't lost by accident. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = `${codes.join('\n')}\n`
  const { shown, copied, copy } = useCopy<HTMLUListElement>(text)
  return (
    <Dialog
      title="Recovery codes"
      opened
      onClose={onClose}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text size="sm" mb="sm">
        Use a code to sign in when you don’t have your phone. Each code works once. Store them somewhere safe.
        They won’t be shown again.
      </Text>
      <ul ref={shown} className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="default" onClick={() => downloadText('recovery-codes.txt', text, 'text/plain')}>
          Download
        </Button>
        <Button onClick={onClose}>I’ve saved them</Button>
      </Group>
    </Dialog>
  )
}
