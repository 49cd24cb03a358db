import { Button, CopyButton, Group, Modal, Text } from '@mantine/core'
import { downloadText } from '#client/lib/download.ts'
import classes from '../section/settings.module.css'

interface RecoveryCodesDialogProps {
  codes: string[]
  onClose: () => void
}

/** Shown this once; closing by accident would lose them, so only the button closes. */
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
        Each code signs you in once, when your phone is not at hand. Keep them somewhere safe: they are not
        shown again.
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
        <Button onClick={onClose}>I have kept them</Button>
      </Group>
    </Modal>
  )
}
