import { ActionIcon, Group, Menu, SegmentedControl } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { titled } from '#client/lib/labels.ts'
import { type Density, setDensity, useDensity } from './density.ts'
import classes from './layout-switch.module.css'

const NONE = 'none'
const DENSITIES: Density[] = ['comfortable', 'compact']

interface LayoutSwitchProps<Layout extends string, Sort extends string> {
  layouts: readonly Layout[]
  value: Layout
  onChange: (layout: Layout) => void
  /** Columns that rows can be grouped by, and the current one. */
  groups?: { options: readonly { value: Sort; label: string }[]; value: Sort | null }
  onGroup?: (column: Sort | null) => void
}

/** Switches between cards, board and list, with the list's settings. */
export function LayoutSwitch<Layout extends string, Sort extends string>({
  layouts,
  value,
  onChange,
  groups,
  onGroup,
}: LayoutSwitchProps<Layout, Sort>) {
  return (
    <Group className={classes.layout} gap="xs" wrap="nowrap">
      {value === 'list' && <Display groups={groups} onGroup={onGroup} />}
      <SegmentedControl
        classNames={{ root: classes.views, label: classes.view }}
        aria-label="View"
        data={layouts.map((layout) => ({ value: layout, label: titled(layout) }))}
        value={value}
        onChange={(layout) => onChange(layout as Layout)}
      />
    </Group>
  )
}

type DisplayProps<Sort extends string> = Pick<LayoutSwitchProps<string, Sort>, 'groups' | 'onGroup'>

function Display<Sort extends string>({ groups, onGroup }: DisplayProps<Sort>) {
  const density = useDensity()
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="Display options">
          <IconAdjustmentsHorizontal size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {groups !== undefined && (
          <>
            <Menu.Label>Group by</Menu.Label>
            <Menu.RadioGroup
              value={groups.value ?? NONE}
              onChange={(value) =>
                onGroup?.(groups.options.find((option) => option.value === value)?.value ?? null)
              }
            >
              <Menu.RadioItem value={NONE} closeMenuOnClick>
                No grouping
              </Menu.RadioItem>
              {groups.options.map((option) => (
                <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
                  {option.label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
        <Menu.Label>Rows</Menu.Label>
        <Menu.RadioGroup value={density} onChange={(value) => setDensity(value as Density)}>
          {DENSITIES.map((value) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {titled(value)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
