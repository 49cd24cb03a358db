import { Alert } from '@mantine/core'
import type { ScheduleRange } from '#shared/work/schemas/schedule.ts'

/** Says that a view doesn't show everything. */
export const RangeLimit = ({ range }: { range: Pick<ScheduleRange, 'truncated'> }) =>
  range.truncated && (
    <Alert color="yellow" p="sm" mb="sm" role="status">
      Not everything fits here. Choose a shorter view to see the rest.
    </Alert>
  )
