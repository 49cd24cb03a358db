import { Button, Group, SegmentedControl, Title } from '@mantine/core'
import { titled } from '#client/lib/labels.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { formatDateRange } from '#shared/base/format.ts'
import { taskSearch, ZOOMS, type Zoom } from '../task/task-search.ts'
import { type Days, stepDay } from './scale.ts'
import { useZoom } from './use-zoom.ts'

/** Chooses the days that the timeline shows. */
export function TimelineControls({ window, date }: { window: Days; date: string }) {
  const [, setSearch] = useSearchState(taskSearch)
  const [zoom, setZoom] = useZoom()
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs">
        <Button variant="default" onClick={() => setSearch({ date: stepDay(zoom, date, -1) })}>
          Prev
        </Button>
        <Button variant="default" onClick={() => setSearch({ date: null })}>
          Today
        </Button>
        <Button variant="default" onClick={() => setSearch({ date: stepDay(zoom, date, 1) })}>
          Next
        </Button>
        <Title order={2} size="h3" aria-live="polite">
          {formatDateRange(window.from, window.to)}
        </Title>
      </Group>
      <SegmentedControl
        aria-label="Zoom"
        data={ZOOMS.map((value) => ({ value, label: titled(value) }))}
        value={zoom}
        onChange={(value) => setZoom(value as Zoom)}
      />
    </Group>
  )
}
