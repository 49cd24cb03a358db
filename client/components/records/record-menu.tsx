import { Menu } from '@mantine/core'
import { IconPencil, type TablerIcon } from '@tabler/icons-react'
import { performed } from '#client/lib/toasts/toast.ts'
import { ActionMenu } from '../lists/action-menu.tsx'

const ICON = 16

interface MenuAction {
  label: string
  icon: TablerIcon
  onClick: () => void
}

interface RecordMenuProps {
  name: string
  /** The record type, for example "Client". */
  kind: string
  write: boolean
  onEdit: () => void
  view: MenuAction & { said: string }
  /** Archives or restores the record. */
  aside: MenuAction
}

/** The menu of a client or contributor: edit, view, archive. */
export function RecordMenu({ name, kind, write, onEdit, view, aside }: RecordMenuProps) {
  const edit = () => {
    onEdit()
    performed(`${kind} "${name}" is open for editing.`)
  }
  const show = () => {
    view.onClick()
    performed(view.said)
  }
  return (
    <ActionMenu label={name}>
      {write && (
        <Menu.Item leftSection={<IconPencil size={ICON} aria-hidden />} onClick={edit}>
          Edit
        </Menu.Item>
      )}
      <Menu.Item leftSection={<view.icon size={ICON} aria-hidden />} onClick={show}>
        {view.label}
      </Menu.Item>
      {write && (
        <Menu.Item leftSection={<aside.icon size={ICON} aria-hidden />} onClick={aside.onClick}>
          {aside.label}
        </Menu.Item>
      )}
    </ActionMenu>
  )
}
