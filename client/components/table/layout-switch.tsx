import { ActionIcon, Group, Menu, SegmentedControl } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCheck } from '@tabler/icons-react'
import { titled } from '#client/lib/labels.ts'
import { type Density, setDensity, useDensity } from './density.ts'
import classes from './layout-switch.module.css'

const DENSITIES: Density[] = ['comfortable', 'compact']

interface LayoutSwitchProps<Layout extends string, Sort extends string> {
  layouts: readonly Layout[]
  value: Layout
  onChange: (layout: Layout) => void
  /** Columns that rows can be grouped by, and the one they are. */
  groups?: { options: readonly { value: Sort; label: string }[]; value: Sort | null }
  onGroup?: (column: Sort | null) => void
}

/** Cards, board or list, and how the list is set. */
export function LayoutSwitch<Layout extends string, Sort extends string>({
  layouts,
  value,
  onChange,
  groups,
  onGroup,
}: LayoutSwitchProps<Layout, Sort>) {
  return (
    <Group className={classes.layout} gap="xs" wrap="nowrap">
      <SegmentedControl
        classNames={{ root: classes.views, label: classes.view }}
        aria-label="View"
        data={layouts.map((layout) => ({ value: layout, label: titled(layout) }))}
        value={value}
        onChange={(layout) => onChange(layout as Layout)}
      />
      {value === 'list' && <Display groups={groups} onGroup={onGroup} />}
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
            <Choice label="No grouping" chosen={groups.value === null} onClick={() => onGroup?.(null)} />
            {groups.options.map((option) => (
              <Choice
                key={option.value}
                label={option.label}
                chosen={groups.value === option.value}
                onClick={() => onGroup?.(option.value)}
              />
            ))}
          </>
        )}
        <Menu.Label>Rows</Menu.Label>
        {DENSITIES.map((value) => (
          <Choice
            key={value}
            label={titled(value)}
            chosen={density === value}
            onClick={() => setDensity(value)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ChoiceProps {
  label: string
  chosen: boolean
  onClick: () => void
}

const Choice = ({ label, chosen, onClick }: ChoiceProps) => (
  <Menu.Item
    role="menuitemradio"
    aria-checked={chosen}
    rightSection={chosen ? <IconCheck size={14} aria-hidden /> : undefined}
    onClick={onClick}
  >
    {label}
  </Menu.Item>
)
