import { Group, Kbd, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { useUser } from '#client/lib/session/session.ts'
import { hasSingleKeys } from '#client/lib/shortcuts.ts'
import { screensFor } from './navigation/nav-links.ts'

type Shortcut = readonly [keys: readonly string[], effect: string]

const ANYWHERE: readonly Shortcut[] = [
  [['Ctrl / ⌘', 'K'], 'Search and commands'],
  [['C'], 'Create'],
  [['/'], 'Search box'],
  [['?'], 'Keyboard shortcuts'],
  [['Esc'], 'Close dialog or panel'],
  [['Enter'], 'Submit a form'],
  [['Tab'], 'Next control'],
]

const WORK_LOG: readonly Shortcut[] = [
  [['N'], 'New entry'],
  [['R'], 'Resume the last entry'],
]

const DATES: readonly Shortcut[] = [
  [['↑', '↓'], 'Day before, day after'],
  [['Alt', '↓'], 'Open the calendar'],
]

export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { role } = useUser()
  const screens = screensFor(role).flatMap(({ label, key }): Shortcut[] =>
    key === undefined ? [] : [[['G', key], label]],
  )
  return (
    <Dialog title="Keyboard shortcuts" opened={opened} onClose={onClose} size="lg">
      {!hasSingleKeys() && (
        <Text mb="lg">
          Single-key shortcuts are off in this browser. To turn them on, go to Settings › Appearance.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Stack gap="lg">
          <Shortcuts title="Anywhere" shortcuts={ANYWHERE} />
          <Shortcuts title="Work Log" shortcuts={WORK_LOG} />
          <Shortcuts title="Date fields" shortcuts={DATES} />
        </Stack>
        <Shortcuts title="Go to" shortcuts={screens} />
      </SimpleGrid>
    </Dialog>
  )
}

const Shortcuts = ({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) => (
  <Stack component="section" gap={6}>
    <Title order={3}>{title}</Title>
    {shortcuts.map(([keys, effect]) => (
      <Group key={effect} justify="space-between" wrap="nowrap">
        <Text>{effect}</Text>
        <Group gap={4} wrap="nowrap">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Group>
      </Group>
    ))}
  </Stack>
)
