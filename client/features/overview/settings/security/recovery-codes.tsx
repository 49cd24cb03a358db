import { Button, CopyButton, Group, Modal, Text } from '@mantine/core'
import { downloadText } from '#client/lib/loading/download.ts'
import classes from '../section/settings.module.css'

interface RecoveryCodesDialogProps {
  codes: string[]
  onClose: () => void
}

/** Shown once; only the button closes it, so that the codes aren't lost by accident. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = `${codes.join('\n')}\n`
  return (
    <Modal
      title="Recovery codes"
      opened
      onClose={onClose}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text size="sm" mb="sm">
        Use a code to sign in when you don't have your phone. Each code works once. Store them somewhere safe.
        They won't be shown again.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs" mt="md">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={() => downloadText('recovery-codes.txt', text, 'text/plain')}>
          Download
        </Button>
        <Button onClick={onClose}>I've saved them</Button>
      </Group>
    </Modal>
  )
}
