import { Button, Group, Text } from '@mantine/core'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { useCopy } from '#client/lib/copy.ts'
import classes from '../section/settings.module.css'

interface SecretDialogProps {
  title: string
  message: string
  secret: string
  onClose: () => void
}

/** Shows a secret once; only the button closes it, so that it isn't lost by accident. */
export function SecretDialog({ title, message, secret, onClose }: SecretDialogProps) {
  const { shown, copied, copy } = useCopy<HTMLOutputElement>(secret)
  return (
    <Dialog
      title={title}
      opened
      onClose={onClose}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text size="sm" mb="sm">
        {message}
      </Text>
      <Text ref={shown} className={classes.code} component="output" display="block">
        {secret}
      </Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button onClick={onClose}>I’ve saved it</Button>
      </Group>
    </Dialog>
  )
}
