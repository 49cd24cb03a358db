import { Button, CopyButton, Group, Modal, Text } from '@mantine/core'
import classes from '../section/settings.module.css'

interface SecretDialogProps {
  title: string
  message: string
  secret: string
  onClose: () => void
}

/** Shows a secret once; only the button closes it, so that it isn't lost by accident. */
export function SecretDialog({ title, message, secret, onClose }: SecretDialogProps) {
  return (
    <Modal
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
      <Text className={classes.code} component="output" display="block">
        {secret}
      </Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>I've saved it</Button>
      </Group>
    </Modal>
  )
}
