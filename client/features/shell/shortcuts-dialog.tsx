import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'

const SHORTCUTS: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [['Ctrl / ⌘', 'K'], 'Search and commands'],
  [['?'], 'Keyboard shortcuts'],
  [['Esc'], 'Close dialog or panel'],
  [['Enter'], 'Submit a form'],
  [['Tab'], 'Next control'],
  [['N'], 'Work Log: new entry'],
  [['C'], 'Work Log: continue the last entry'],
]

export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      title="Keyboard shortcuts"
      opened={opened}
      onClose={onClose}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="xs">
        {SHORTCUTS.map(([keys, effect]) => (
          <Group key={effect} justify="space-between">
            <Text>{effect}</Text>
            <Group gap={4}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
